// Keeps the page's own files, so that it opens without a network. No other request is made.

const CACHE = 'dlx3-' + 'STAMP';
const FILES = ['FILES'];

self.addEventListener('install', (event) => {
    const keep = async () => {
        const cache = await caches.open(CACHE);
        await cache.addAll(['./', ...FILES].map((file) => new Request(file, { cache: 'reload' })));
        await self.skipWaiting();
    };
    event.waitUntil(keep());
});

self.addEventListener('activate', (event) => {
    const tidy = async () => {
        for (const name of await caches.keys()) {
            if (name.startsWith('dlx3-') && name !== CACHE) await caches.delete(name);
        }
        await self.clients.claim();
    };
    event.waitUntil(tidy());
});

// The server's own answer first: a new version is seen at once.
self.addEventListener('fetch', (event) => {
    if (event.request.method !== 'GET' || new URL(event.request.url).origin !== location.origin) return;
    const answer = async () => {
        try {
            return await fetch(event.request);
        } catch (fault) {
            const cache = await caches.open(CACHE);
            const kept = await cache.match(event.request, { ignoreSearch: true });
            if (kept) return kept;
            throw fault;
        }
    };
    event.respondWith(answer());
});
