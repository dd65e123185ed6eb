/** One instruction of a Dockerfile: its name in upper case, its options, and the rest unchanged. */
export interface Instruction {
  readonly name: string
  /** `--from=build`, `--mount=…`: by name. */
  readonly options: Readonly<Record<string, string>>
  readonly text: string
}

/** One stage of a Dockerfile, from its FROM to the next. */
export interface Stage {
  readonly image: string
  /** Undefined for one that no other copies from. */
  readonly name: string | undefined
  readonly instructions: readonly Instruction[]
}

/** Reads the stages of a Dockerfile without variables, heredocs or escapes. */
export function parseDockerfile(text: string): readonly Stage[] {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*(?:#|$)/.test(line))
    .join('\n')
    .replaceAll(/\s*\\\n\s*/g, ' ')
    .split('\n')
  const stages: (Stage & { readonly instructions: Instruction[] })[] = []
  for (const instruction of lines.map(parseInstruction)) {
    if (instruction.name === 'FROM') {
      const [image = '', , name] = instruction.text.split(/\s+/)
      stages.push({ image, name, instructions: [] })
    } else if (stages.length === 0) throw new Error(`${instruction.name} stands before the first FROM`)
    else stages.at(-1)?.instructions.push(instruction)
  }
  return stages
}

function parseInstruction(line: string): Instruction {
  const [, name = '', options = '', text = ''] = /^(\w+)((?:\s+--\S+)*)\s*(.*)$/.exec(line.trim()) ?? []
  return {
    name: name.toUpperCase(),
    options: Object.fromEntries(
      Array.from(options.matchAll(/--([\w-]+)=(\S+)/g), ([, option = '', value = '']) => [option, value]),
    ),
    text,
  }
}

/** The command of `CMD` in its exec form, wherever it stands in the text. */
export function parseExecForm(text: string): readonly string[] {
  return JSON.parse(text.slice(text.indexOf('['))) as readonly string[]
}
