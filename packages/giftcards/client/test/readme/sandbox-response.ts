import { sandboxDocument, sandboxOperationTable } from '@giftcards/contract/sandbox'

interface OperationObject {
  readonly responses: Readonly<
    Record<
      number,
      { content: { 'application/json': { examples: Readonly<Record<string, { value: unknown }>> } } }
    >
  >
}

/** Responds to a sandbox control with the first success example of its document; rejects if there is no such control. */
export async function sandboxResponse(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const row = Object.values(sandboxOperationTable).find(
    ({ method, path }) =>
      method.toUpperCase() === request.method &&
      new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  )
  if (row === undefined) throw new Error(`There is no control ${request.method} ${pathname}`)
  const operation = sandboxDocument.paths[row.path]?.[row.method] as OperationObject
  const [[status, response] = ['none']] = Object.entries(operation.responses)
  const [example] = Object.values(response?.content['application/json'].examples ?? {})
  return Response.json(example?.value, { status: Number(status) })
}
