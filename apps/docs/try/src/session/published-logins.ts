import type { Operation } from '../contract/operation.ts'
import { toObject, toText } from '../json-object.ts'

/** A customer that every sandbox has, as the contract's examples log it in. */
export interface PublishedLogin {
  /** The example of the login. */
  readonly name: string
  readonly email: string
}

const exampleNames = ['loginElite', 'loginStandard']

/** The published customers with whom the page can log in. */
export function findPublishedLogins(operations: readonly Operation[]): readonly PublishedLogin[] {
  const examples = operations.find(({ id }) => id === 'login')?.body?.examples ?? []
  return examples
    .filter(({ name }) => exampleNames.includes(name))
    .map(({ name, value }) => ({ name, email: toText(toObject(toObject(value)['customer'])['email']) }))
}
