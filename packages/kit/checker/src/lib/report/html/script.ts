/** What the page does: copies a curl line. Where the browser gives no clipboard, it marks the text to be copied by hand. */
export const script = `
document.addEventListener('click', async (event) => {
  const button = event.target.closest('[data-copy]')
  if (!button) return
  const line = button.closest('article').querySelector('.curl')
  try {
    await navigator.clipboard.writeText(line.textContent)
    button.textContent = 'Copied'
  } catch {
    getSelection().selectAllChildren(line)
    button.textContent = 'Marked: copy it by hand'
  }
})
`
