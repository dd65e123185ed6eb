/** The commands from the page's own text, without indentation, for this page's server. */
export function purchaseCommand(text: string, origin: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const indent = Math.min(...lines.map((line) => line.length - line.trimStart().length))
  return lines
    .map((line) => line.slice(indent))
    .join('\n')
    .replace(/^API=.*$/m, `API=${origin}`)
}
