/** Makes the copy buttons of code blocks work, where the browser lets a page write to the clipboard. */
export function installCopyButtons(): void {
  if (!('clipboard' in navigator)) return
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copies]')) {
    button.hidden = false
    button.addEventListener('click', () => void copy(button))
  }
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const code = button.parentElement?.querySelector('code')?.textContent ?? ''
  try {
    await navigator.clipboard.writeText(code.trimEnd())
    button.textContent = 'Copied'
  } catch {
    button.textContent = 'Not allowed'
  }
  setTimeout(() => (button.textContent = 'Copy'), 2000)
}
