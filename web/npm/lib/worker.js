// A worker of a browser.

import { serve } from './serve.js';

serve(
    (hear) => {
        onmessage = ({ data }) => hear(data);
    },
    (message) => postMessage(message),
);
