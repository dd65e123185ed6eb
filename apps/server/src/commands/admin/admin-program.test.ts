import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { describe, expect, it } from 'vitest'
import { createAdminProgram } from './admin-program.ts'

/** The verbs below a noun, or a verb itself, by their words. */
const verbsOf = (command: CommandUnknownOpts, words: readonly string[] = []): readonly string[] =>
  command.commands.length === 0
    ? [words.join(' ')]
    : command.commands.flatMap((one) => verbsOf(one, [...words, one.name()]))

/** The words of a line, as a shell splits it. */
const split = (line: string) =>
  Array.from(
    line.replace(/ <.*/, '').matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g),
    ([, a, b, c]) => a ?? b ?? c ?? '',
  )

describe('createAdminProgram', () => {
  it.each(verbsOf(createAdminProgram().program))(
    'has help for %s, with an example that can be read',
    async (verb) => {
      const { program } = createAdminProgram()
      let help = ''
      program.configureOutput({ writeOut: (text) => void (help += text) })
      for (const noun of program.commands)
        for (const command of [noun, ...noun.commands]) command.copyInheritedSettings(program)
      await expect(program.parseAsync([...verb.split(' '), '--help'], { from: 'user' })).rejects.toThrow(
        '(outputHelp)',
      )
      const [, line = ''] = /^Example: npm run admin -- (.+)$/m.exec(help) ?? []
      expect(line.startsWith(`${verb} `) || line === verb).toBe(true)
      program.hook('preAction', () => {
        throw new Error('parsed')
      })
      await expect(program.parseAsync(split(line), { from: 'user' })).rejects.toThrow('parsed')
    },
  )
})
