/**
 * Activates the copy buttons within `root` if the browser supports clipboard access. `fillIn` inserts the addresses of the server
 * into a file.
 */
export function installCopyButtons(root: ParentNode, fillIn: (text: string) => string): void {
  if (!('clipboard' in navigator)) return
  for (const button of root.querySelectorAll<HTMLButtonElement>('[data-copies]')) {
    install(button, () => {
      const code = button.parentElement?.querySelector('code')?.textContent ?? ''
      return navigator.clipboard.writeText(code.trimEnd())
    })
  }
  for (const button of root.querySelectorAll<HTMLButtonElement>('[data-copies-page]')) {
    install(button, () => copyFile(button.dataset['copiesPage'] ?? '', fillIn))
  }
}

function install(button: HTMLButtonElement, copy: () => Promise<void>): void {
  const label = button.textContent
  const press = async (): Promise<void> => {
    const isCopied = await copy().then(
      () => true,
      () => false,
    )
    button.textContent = isCopied ? 'Copied' : 'Not allowed'
    button.dataset['state'] = isCopied ? 'copied' : 'failed'
    setTimeout(() => {
      button.textContent = label
      delete button.dataset['state']
    }, 2000)
  }
  button.hidden = false
  button.addEventListener('click', () => void press())
}

/** Safari discards the user activation while the file loads, so the clipboard gets a promise of the text. */
async function copyFile(address: string, fillIn: (text: string) => string): Promise<void> {
  const text = fetch(address).then(async (response) => {
    if (!response.ok) throw new Error(`${address} could not be loaded`)
    return fillIn(await response.text())
  })
  if (!('ClipboardItem' in globalThis)) return navigator.clipboard.writeText(await text)
  const blob = text.then((content) => new Blob([content], { type: 'text/plain' }))
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}
