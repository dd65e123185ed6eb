import { describe, expect, it } from 'vitest'
import { UsageError } from '../read-arguments.ts'
import { adminProgram } from './admin-program.ts'
import { parseCommand } from './parse-command.ts'

/** Reads a command line, given as a reader would type it. */
const parse = (line: string) => parseCommand(adminProgram, line.split(' ').filter(Boolean), 'grace')

describe('parseCommand', () => {
  it.each([
    ['', 'npm run admin -- <verb>, one of:'],
    ['app', 'app disable <id>'],
    ['app lose shop', `There is no verb 'app lose'\n\n`],
    ['lose', `There is no verb 'lose'\n\n`],
    ['--operator ada app add shop', 'Name the verb before --operator: npm run admin -- <verb>'],
    ['app --operator ada add shop', 'Name the verb before --operator: npm run admin -- <verb>'],
    ['app add', '<id> is missing'],
    ['app add shop more', "Unexpected argument 'more'"],
    ['app add sh;op', 'The id must be'],
    ['app add shop --force', "Unknown option '--force'"],
    ['customer add ada@example.com --firstname Ada', '--lastname is missing'],
    ['customer add ada --firstname Ada --lastname Elm', 'The email must be an address'],
    [
      'customer add ada@example.com --firstname Ada --lastname Elm --password hunter2hunter2',
      'Unknown option',
    ],
    ['stock set -1 --merchant 1 --type ecode --face-value 5 --percent-off 1', 'For example'],
    ['stock set 1 --merchant 1 --type paper --face-value 5 --percent-off 1', '--type must be one of'],
    [
      'stock set 1 --merchant 1 --type ecode --face-value 5.001 --percent-off 1',
      '--face-value must be dollars',
    ],
    ['coupon add X --percent 5 --promo 5 --description d --expires 2030-01-01', 'Give one of --percent'],
    ['coupon add X --percent 5 --description d --expires 2030-02-30', '--expires must be a day'],
    ['deposit ada@example.com 5', '--key is missing'],
    ['deposit ada@example.com 1e3 --key k', 'The amount must be dollars'],
    ['customer credit ada@example.com 5', '--key is missing'],
    ['customer credit ada@example.com -0.001 --key k', 'The amount must be dollars'],
    ['customer add-method ada@example.com', '--kind is missing'],
    ['customer add-method ada@example.com --kind bank', '--account must be the last four digits'],
    [
      'customer add-method ada@example.com --kind bank --account 12345678 --routing ****5678',
      '--account must be the last four digits and no others, such as ****1234',
    ],
    [
      'customer add-method ada@example.com --kind bank --account ****1234 --routing ****05678',
      '--routing must be the last four digits',
    ],
    ['customer add-method ada@example.com --kind card --account ****1234', 'leave them out for a card'],
    ['order refunded 100001 --note n', '--leg is missing'],
    ['order refunded 100001 --leg first --note n', '--leg must be a whole number'],
    ['order cancel first', 'The order must be its number or its UUID'],
  ])('says how it is used when it is asked "%s"', (line, sentence) => {
    expect(() => parse(line)).toThrow(UsageError)
    expect(() => parse(line)).toThrow(sentence)
  })

  it.each(adminProgram.verbs)('has help for $name, with an example that can be read', ({ name, example }) => {
    expect(parse(`${name} --help`)).toMatchObject({
      kind: 'help',
      text: expect.stringContaining(`For example: npm run admin -- ${example}`),
    })
    expect(example.startsWith(name)).toBe(true)
  })
})
