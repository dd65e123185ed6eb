/** A request that a page shows as a curl command. */
export interface ShownRequest {
  readonly method: string
  /** Includes the query. Shell variables are left unchanged: `/v3/wallets/$CARD`. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Returns the curl commands in the shell blocks of a page, in order. */
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
