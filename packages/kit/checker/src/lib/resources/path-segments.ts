/** One part of a path template: a fixed text, or a parameter. */
export interface PathSegment {
  /** The fixed text; empty for a parameter. */
  readonly text: string
  /** Name of the parameter; undefined for a fixed text. */
  readonly parameter: string | undefined
}

const OVER_A_KEY = /^([^{}]+)\(\{([^{}]+)\}\)$/
const ACTION_ON_KEY = /^\{([^{}]+)\}:([\w.-]+)$/

/** Reads a path template; `pets({id})` and `{id}:cancel` are two segments each, a segment such as `{name}.json` is its parameter. */
export const pathSegments = (template: string): readonly PathSegment[] =>
  template
    .split('/')
    .filter((part) => part !== '')
    .flatMap((part): readonly PathSegment[] => {
      const [, collection, key] = OVER_A_KEY.exec(part) ?? []
      if (collection !== undefined) return [fixed(collection), { text: '', parameter: key }]
      const [, subject, action] = ACTION_ON_KEY.exec(part) ?? []
      if (action !== undefined) return [{ text: '', parameter: subject }, fixed(action)]
      const parameter = /\{([^{}]+)\}/.exec(part)?.[1]
      return [parameter === undefined ? fixed(part) : { text: '', parameter }]
    })

const fixed = (text: string): PathSegment => ({ text, parameter: undefined })

/** A name for the place of a path that does not depend on how its parameters are called: `/pets/{}/toys`. */
export const keyOfSegments = (segments: readonly PathSegment[]): string =>
  segments.map(({ text, parameter }) => (parameter === undefined ? `/${text}` : '/{}')).join('')

/** Whether a fixed segment says nothing of the thing: `api`, `v1`, `rest`. */
export const isPrefix = (text: string): boolean => /^(?:api|rest|v\d+(?:\.\d+)*|\d+\.\d+)$/i.test(text)
