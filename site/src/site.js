// The menu is closed on a phone, and blocks of code can be copied: of a console, the commands.
'use strict';

if (matchMedia('(max-width: 56rem)').matches) document.getElementById('menu').open = false;

function commands(text) {
    const lines = text.split('\n').filter((line) => line.startsWith('$ ') || line.startsWith('> '));
    return lines.map((line) => line.slice(2) + '\n').join('');
}

for (const code of document.querySelectorAll('pre > code')) {
    const block = document.createElement('div');
    block.className = 'block';
    code.parentNode.replaceWith(block);
    const pre = document.createElement('pre');
    pre.tabIndex = 0;
    pre.append(code);
    const button = document.createElement('button');
    button.type = 'button';
    const isConsole = code.classList.contains('language-console');
    const name = isConsole ? 'Copy commands' : 'Copy';
    button.textContent = name;
    button.addEventListener('click', async () => {
        const text = isConsole ? commands(code.textContent) : code.textContent;
        try {
            await navigator.clipboard.writeText(text);
            button.textContent = 'Copied';
        } catch {
            button.textContent = 'Not allowed here';
        }
        setTimeout(() => { button.textContent = name; }, 1500);
    });
    block.append(pre, button);
}
