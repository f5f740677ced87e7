// A worker of Node.

import { parentPort } from 'node:worker_threads';
import { serve } from './serve.js';

serve(
    (hear) => parentPort.on('message', hear),
    (message) => parentPort.postMessage(message),
);
