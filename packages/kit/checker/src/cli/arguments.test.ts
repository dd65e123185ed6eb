import { describe, expect, it } from 'vitest'
import { ConfigurationError } from '../core/check-options.ts'
import { parseArguments } from './arguments.ts'

const parse = (...more: readonly string[]) => parseArguments(['api.yaml', '--url', 'http://h.test', ...more])

const refusalOf = (argv: readonly string[]): string => {
  try {
    parseArguments(argv)
  } catch (error) {
    return error instanceof ConfigurationError ? error.message : `not a ConfigurationError: ${String(error)}`
  }
  return 'accepted'
}

const refused = (...more: readonly string[]): string =>
  refusalOf(['api.yaml', '--url', 'http://h.test', ...more])

describe('parseArguments', () => {
  it('needs no more than document and URL', () => {
    expect(parse()).toStrictEqual({
      document: 'api.yaml',
      url: 'http://h.test',
      phases: [],
      cases: undefined,
      seed: undefined,
      headers: {},
      setup: undefined,
      include: [],
      exclude: [],
      reports: [],
      maxTimeMs: undefined,
      timeoutMs: undefined,
      maxResponseTimeMs: undefined,
      replay: undefined,
      promote: undefined,
      policyFile: undefined,
      thresholds: {},
      disableChecks: [],
      strictResponses: true,
      showSecrets: false,
      isPlain: false,
    })
  })

  it('reads every option in both forms', () => {
    expect(
      parse(
        '--phase=fuzz,coverage',
        '--phase',
        'fuzz',
        '--cases=5',
        '--seed',
        '7',
        '--header',
        'x-a: b:c',
        '-H',
        'x-b:',
        '--setup=s.mjs',
        '--include',
        'getPet,/pets/*',
        '--exclude=buyPet',
        '--max-time',
        '60',
        '--timeout=0.5',
        '--max-response-time=300',
        '--replay=a-b:GET /pets/{id}:0123abcd',
        '--promote=r',
        '--policy',
        'p.json',
        '--threshold=responses=90,keywords=55%',
        '--disable-check',
        'slow-response',
        '--allow-undocumented-properties',
        '--show-secrets',
        '--no-color',
      ),
    ).toStrictEqual({
      document: 'api.yaml',
      url: 'http://h.test',
      phases: ['fuzz', 'coverage'],
      cases: 5,
      seed: 7,
      headers: { 'x-a': 'b:c', 'x-b': '' },
      setup: 's.mjs',
      include: ['getPet', '/pets/*'],
      exclude: ['buyPet'],
      reports: [],
      maxTimeMs: 60_000,
      timeoutMs: 500,
      maxResponseTimeMs: 300,
      replay: 'a-b:GET /pets/{id}:0123abcd',
      promote: 'r',
      policyFile: 'p.json',
      thresholds: { responses: 0.9, keywords: 0.55 },
      disableChecks: ['slow-response'],
      strictResponses: false,
      showSecrets: true,
      isPlain: true,
    })
  })

  it('takes several reports after one flag or many', () => {
    const wanted = [
      { kind: 'json', path: 'a=b.json' },
      { kind: 'html', path: 'c.html' },
      { kind: 'junit', path: 'j.xml' },
      { kind: 'har', path: 'd.har' },
    ]
    const given = parse('--report', 'json=a=b.json', 'junit=j.xml', 'har=d.har', '--report=html=c.html')
    expect(given).toMatchObject({ reports: expect.arrayContaining(wanted) as unknown })
    expect(given).toHaveProperty('document', 'api.yaml')
    expect(given).toHaveProperty('reports.length', 4)
  })

  it('asks for help or the version before anything else', () => {
    expect([
      parseArguments(['--help']),
      parseArguments(['-h', '--url', 'x']),
      parseArguments(['--version']),
    ]).toStrictEqual(['help', 'help', 'version'])
  })

  it.each([
    [[], 'Name the OpenAPI document to check: contract-checker <document> --url <baseUrl>.'],
    [['api.yaml'], 'Say where the server is: --url http://127.0.0.1:3000.'],
    [['a.yaml', 'b.yaml', '--url=x'], 'Only one document is checked at a time; b.yaml is too many.'],
    [['a.yaml', '--ulr', 'x'], 'There is no option --ulr; did you mean --url?'],
    [['a.yaml', '--phases=fuzz'], 'There is no option --phases; did you mean --phase?'],
    [['a.yaml', '--url'], "The command line cannot be read: Option '--url <value>' argument missing."],
    [['a.yaml', '-x'], "The command line cannot be read: Unknown option '-x'."],
  ])('refuses %j', (argv, message) => {
    expect(refusalOf(argv)).toBe(message)
  })

  it.each([
    ['--phase=fuzzy', 'There is no phase fuzzy; did you mean fuzz?'],
    ['--cases=many', '--cases must be a number, not many.'],
    ['--seed=', '--seed must be a number, not nothing.'],
    ['--cases=-1', '--cases must be a number, not -1.'],
    ['--timeout=0', '--timeout must be more than 0 seconds.'],
    [
      '--report=pdf=a',
      '--report takes json=<file>, junit=<file>, html=<file>, har=<file>; pdf=a is none of them.',
    ],
    [
      '--report=json=',
      '--report takes json=<file>, junit=<file>, html=<file>, har=<file>; json= is none of them.',
    ],
    [
      '--threshold=statuses=9',
      '--threshold takes operations, responses, parameters, keywords, examples with a percentage, such as responses=90; statuses=9 is none of them.',
    ],
    [
      '--threshold=responses=101',
      '--threshold takes operations, responses, parameters, keywords, examples with a percentage, such as responses=90; responses=101 is none of them.',
    ],
    ['--replay=getPet', '--replay takes the key of a finding, as a report shows it; getPet is none.'],
    ['--header=x-a: b\u0000', 'The value of --header x-a holds a character that no header can.'],
  ])('refuses %s', (option, message) => {
    expect(refused(option)).toBe(message)
  })

  it('does not repeat a header that it refuses', () => {
    expect(refused('--header', 'Bearer s3cr3t')).toBe(
      "--header takes 'name: value'; what was given does not begin with a name and a colon.",
    )
  })
})
