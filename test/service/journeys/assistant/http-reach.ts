import type { KnownOperation, Reach, Task } from './buy-card.ts'

/** An assistant that knows only the address of the documentation. It reads `llms.txt` and the Markdown files listed there. */
export class HttpReach implements Reach {
  readonly #docs: string
  readonly #api: string
  readonly #partner: Task['partner']
  #token = ''

  constructor(url: string, partner: Task['partner']) {
    this.#api = url
    this.#docs = `${url}/docs/`
    this.#partner = partner
  }

  async #read(path: string): Promise<string> {
    const response = await fetch(new URL(path, this.#docs))
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return response.text()
  }

  async #links(): Promise<readonly { readonly path: string; readonly text: string }[]> {
    const map = await this.#read('llms.txt')
    return Array.from(
      map.matchAll(/^- \[(.*?)\]\((\S+\.md)\)(.*)$/gm),
      ([, label = '', path = '', about = '']) => ({
        path,
        text: `${label}${about}`.toLowerCase(),
      }),
    )
  }

  async *findPages(goal: string): AsyncIterable<string> {
    const words = goal.toLowerCase().split(' ')
    const score = (text: string): number => words.filter((word) => text.includes(word)).length
    const links = await this.#links()
    const ranked = links.toSorted((one, other) => score(other.text) - score(one.text))
    for (const { path } of ranked) yield await this.#read(path)
  }

  async listOperations(): Promise<readonly KnownOperation[]> {
    const reference = (await this.#links()).find(({ text }) => text.startsWith('api reference'))
    const text = await this.#read(reference?.path ?? '')
    return Array.from(
      text.matchAll(/^`([A-Z]+) (\S+)`, `(\w+)`/gm),
      ([, method = '', path = '', id = '']) => ({ id, method, path }),
    )
  }

  /** Sends a request that a page shows with its query and headers. A later request uses the headers of the last one shown. */
  async call({ operation, parameters, body, shown }: Parameters<Reach['call']>[0]): Promise<unknown> {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => String(parameters[name]))
    const query = shown?.target.split('?')[1]
    const headers = shown?.headers ?? this.#headers
    this.#headers = headers
    const response = await fetch(`${this.#api}${path}${query === undefined ? '' : `?${query}`}`, {
      method: operation.method,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          value.replaceAll('$TOKEN', this.#token).replace('demo-app', this.#partner.appId),
        ]),
      ),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${operation.id}: ${response.status} ${text}`)
    this.#token = response.headers.get('authorization') ?? this.#token
    return JSON.parse(text)
  }

  #headers: Readonly<Record<string, string>> = {}
}
