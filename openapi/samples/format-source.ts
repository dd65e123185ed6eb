import { format, type Options } from 'prettier'

/** Narrow enough for the column that the docs show samples in. */
const style: Options = { printWidth: 80, semi: false, singleQuote: true }

/** A module as Prettier writes it, without semicolons. */
export function formatScript(source: string, parser: 'babel' | 'typescript'): Promise<string> {
  return format(source, { ...style, parser })
}

/** A JSON value as Prettier writes it: on one line where that fits. Without a line end. */
export async function formatJson(value: unknown): Promise<string> {
  return (await format(JSON.stringify(value), { ...style, parser: 'json' })).trimEnd()
}
