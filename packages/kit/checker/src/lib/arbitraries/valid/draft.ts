import type { Step } from './choice.ts'
import { ItemsDraft } from './items-draft.ts'
import type { JsonType } from './json-type.ts'
import { NumberDraft } from './number-draft.ts'
import { PropertiesDraft } from './properties-draft.ts'
import { TextDraft } from './text-draft.ts'
import { ValuesDraft } from './values-draft.ts'

/** What is known of a value of one type: a shape that all its statements have been gathered in. */
export type Draft = ValuesDraft | NumberDraft | TextDraft | ItemsDraft | PropertiesDraft

/** A draft of a type that nothing is known of yet. */
export const createDraft = (type: JsonType): Draft => {
  switch (type) {
    case 'null':
      return new ValuesDraft([null])
    case 'boolean':
      return new ValuesDraft([false, true])
    case 'number':
      return new NumberDraft()
    case 'string':
      return new TextDraft()
    case 'array':
      return new ItemsDraft()
    case 'object':
      return new PropertiesDraft()
  }
}

/** A statement about a value, not a schema that makes statements. */
export type Fact = Exclude<Step, { readonly kind: 'deferred' | 'literal' | 'never' | 'values' }>

/** Adds a fact to a draft of the type it is about; tells why nothing is left, if that is plain. */
export const addFact = (draft: Draft, fact: Fact): string | undefined =>
  // Facts are made for one type only, that of the draft.
  (draft.add as (fact: Fact) => string | undefined).call(draft, fact)
