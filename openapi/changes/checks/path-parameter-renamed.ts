import type { ChangeCheck } from '../change-check.ts'

/** Clients name their arguments after the path parameters, so a new name is a new argument. */
export const pathParameterRenamed: ChangeCheck = {
  id: 'path-parameter-renamed',
  verify({ typeName, property, base, revision }) {
    if (typeName !== 'PathItem' || property !== 'key') return undefined
    const before = namesIn(base?.value)
    const after = namesIn(revision?.value)
    const renamed = before.flatMap((name, index) =>
      name === after[index] ? [] : [`\`${name}\` to \`${after[index]}\``],
    )
    return renamed.length === 0 ? undefined : `Path parameters were renamed: ${renamed.join(', ')}.`
  },
}

function namesIn(path: unknown): readonly string[] {
  return typeof path === 'string' ? Array.from(path.matchAll(/\{([^}]+)\}/g), ([, name = '']) => name) : []
}
