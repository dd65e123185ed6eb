import type { Recipe } from './full-document.ts'
import type { ExampledOperation } from './list-operations.ts'

/** One answer's example with everything that has to be done to get that answer. */
export interface Replay {
  readonly operation: ExampledOperation
  readonly status: number
  /** Of the example. */
  readonly name: string
  readonly value: unknown
  /** `x-error-code`; `null` on success. */
  readonly code: string | null
  readonly state: string
  /** Name of the request example; `null` where none is sent. */
  readonly request: string | null
  readonly recipe: Recipe
  readonly path: Readonly<Record<string, string | number>>
}

/** What to replay of one operation: every answer's example, with `as-success` resolved. */
export function listReplays(operation: ExampledOperation): readonly Replay[] {
  const [success] = operation.answers
    .filter(({ status }) => status < 300)
    .toSorted((first, second) => first.status - second.status)
  const base = recipeOf(success)
  return operation.answers.map((answer) => {
    const recipe = recipeOf(answer)
    const { status, name, example } = answer
    const request = recipe.request === 'as-success' ? base.request : recipe.request
    return {
      operation,
      status,
      name,
      value: example.value,
      code: status < 400 ? null : (recipe.code ?? name),
      state: recipe.state === 'as-success' ? base.state : recipe.state,
      request: operation.takesBody ? request : null,
      recipe,
      path: {
        ...operation.pathDefaults,
        ...(recipe.state === 'as-success' ? base.path : {}),
        ...recipe.path,
      },
    }
  })
}

function recipeOf(answer: ExampledOperation['answers'][number] | undefined): Recipe {
  const recipe = answer?.example['x-request']
  if (recipe === undefined) throw new Error(`Example ${answer?.name} does not say how to get it`)
  return recipe
}

/** Whether the request example goes out as it stands, and not another body in its place. */
export function sendsRequestExample({ request, recipe }: Replay): boolean {
  return request !== null && recipe.body === undefined && recipe.rawBody === undefined
}
