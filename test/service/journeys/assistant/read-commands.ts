/** A request that a page shows as a curl command. */
export interface ShownRequest {
  readonly method: string
  /** With its query; variables of the shell as they are: `/v3/wallets/$CARD`. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** The curl commands of the shell blocks of a page, in their order. */
export function readCommands(markdown: string): readonly ShownRequest[] {
  const blocks = Array.from(markdown.matchAll(/^```sh.*\n([^]*?)^```/gm), ([, code = '']) => code)
  return blocks.flatMap((code) =>
    code
      .replaceAll('\\\n', ' ')
      .split(/(?=\bcurl )/)
      .filter((part) => part.startsWith('curl '))
      .flatMap(readCommand),
  )
}

function readCommand(command: string): readonly ShownRequest[] {
  const [, target] = /\$\{?API\}?(\/[^\s"']*)/.exec(command) ?? []
  if (target === undefined) return []
  const [, data] = / (?:-d|--data|--json) '([[{][^']*)'/.exec(command) ?? []
  const [, method] = /-X (\w+)/.exec(command) ?? []
  const headers = Array.from(
    command.matchAll(/-H (["'])([\w-]+): (.*?)\1/g),
    ([, , name = '', value = '']) => [name.toLowerCase(), value] as const,
  )
  return [
    {
      method: method ?? (data === undefined ? 'GET' : 'POST'),
      target,
      headers: Object.fromEntries(headers),
      body: data === undefined ? undefined : JSON.parse(data),
    },
  ]
}
