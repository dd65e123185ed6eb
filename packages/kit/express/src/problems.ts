import { type Problem, RequestError } from './errors.ts'

/** The most problems in one error. */
const maxProblems = 20

/** Combines several problems into one error: each once, path parameters first. */
export function validationError(problems: readonly Problem[]): RequestError {
  // Problems of the path come before problems of the content.
  const ordered = problems.toSorted((one, other) => Number(other.in === 'path') - Number(one.in === 'path'))
  const unique = new Map(
    ordered.map((problem) => [`${problem.in} ${problem.at} ${problem.message}`, problem]),
  )
  return new RequestError('validation_failed', 'Request does not match the document', {
    problems: [...unique.values()].slice(0, maxProblems),
  })
}

/** A problem that was found in a request. */
export interface Found {
  /** The place of the request, the name of the parameter, and the keys below it. */
  readonly path: readonly string[]
  readonly message: string
  readonly keyword: string
}

/** Formats a problem for the caller: `cards 0 quantity` becomes `cards[0].quantity`. */
export function toProblem({ path, message, keyword }: Found): Problem {
  const [place = 'body', ...keys] = path
  const steps = keys.map((key) => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`))
  return { in: place as Problem['in'], at: steps.join('').replace(/^\./, ''), message, keyword }
}
