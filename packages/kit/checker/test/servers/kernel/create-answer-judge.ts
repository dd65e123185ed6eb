import { compileSchemas } from './compile-schemas.ts'
import type { Part } from './part.ts'
import type { ProbeAnswer } from './probe-client.ts'
import { resolvePart } from './resolve-part.ts'

const fits = (template: string, path: string): boolean =>
  new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(path)

/**
 * A judge of responses for the tests of these servers: independent of the servers, which validate requests alone, and of
 * the checker. Gives what is wrong with a response to a declared operation; an empty list means that it is right.
 */
export const createAnswerJudge = (raw: object): ((answer: ProbeAnswer) => string[]) => {
  const document = raw as Part
  const faultsOf = compileSchemas(document, 'answer')
  const headerFaults = (response: Part, { headers }: ProbeAnswer): string[] =>
    Object.entries((response.headers ?? {}) as Record<string, Part>).flatMap(([name, declared]) => {
      const header = resolvePart(document, declared)
      const sent = headers.get(name)
      if (sent === null) return (header.required as unknown) === true ? [`${name} is missing`] : []
      const type = resolvePart(document, header.schema as Part).type
      return faultsOf(header.schema, type === 'integer' ? Number(sent) : sent).map(
        (fault) => `${name}${fault}`,
      )
    })
  const bodyFaults = (response: Part, answer: ProbeAnswer): string[] => {
    const sentType = answer.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
    const isEmpty = answer.text === '' && Number(answer.headers.get('content-length') ?? 0) === 0
    if (response.content === undefined) return isEmpty ? [] : ['has content']
    const media = sentType === undefined ? undefined : response.content[sentType]
    if (media === undefined) return [`${sentType} is not declared`]
    if (!/[/+]json$/.test(sentType ?? '')) return []
    return answer.json === undefined ? ['is no JSON'] : faultsOf(media.schema, answer.json)
  }
  return (answer) => {
    const path = answer.target.split('?')[0] ?? ''
    const paths = Object.entries(document.paths as unknown as Record<string, Part>)
    const operation = paths.find(([template]) => fits(template, path))?.[1][answer.method.toLowerCase()]
    if (operation?.responses === undefined) return []
    const family = `${Math.floor(answer.status / 100)}XX`
    const declared =
      operation.responses[String(answer.status)] ?? operation.responses[family] ?? operation.responses.default
    if (declared === undefined) return [`${answer.status} is not declared`]
    const response = resolvePart(document, declared)
    return [
      ...headerFaults(response, answer),
      ...(answer.method === 'HEAD' ? [] : bodyFaults(response, answer)),
    ]
  }
}
