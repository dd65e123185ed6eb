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
  it('reads every option in both forms', () => {
    const options = `
      --phase=fuzz,coverage --phase fuzz --cases=5 --seed 7 -H x-b: --config=c.yaml --tag=a,b --method get
      --read-only --workers=8 --rate-limit=2.5 --max-requests 1000 --max-requests-per-operation=50
      --wait-for=30 --ca=ca.pem --cert=client.pem --key=client.key --insecure --proxy=http://proxy.test
      --baseline=known.json --update-baseline --fail-on=high --include getPet,/pets/* --exclude=buyPet
      --max-time 60 --timeout=0.5 --max-response-time=300 --promote=r --threshold=responses=90,keywords=55%
      --disable-check slow-response --allow-undocumented-properties --show-secrets --no-color`
    expect(
      parse('--header', 'x-a: b:c', '--replay=a-b:GET /pets/{id}:0123abcd', ...options.trim().split(/\s+/)),
    ).toStrictEqual({
      document: 'api.yaml',
      url: 'http://h.test',
      phases: ['fuzz', 'coverage'],
      cases: 5,
      seed: 7,
      headers: { 'x-a': 'b:c', 'x-b': '' },
      config: 'c.yaml',
      tags: ['a', 'b'],
      methods: ['get'],
      readOnly: true,
      workers: 8,
      rateLimit: 2.5,
      maxRequests: 1000,
      maxRequestsPerOperation: 50,
      waitForMs: 30_000,
      tls: { ca: 'ca.pem', cert: 'client.pem', key: 'client.key', insecure: true },
      proxy: 'http://proxy.test',
      baseline: 'known.json',
      updatesBaseline: true,
      failOn: 'high',
      include: ['getPet', '/pets/*'],
      exclude: ['buyPet'],
      reports: [],
      maxTimeMs: 60_000,
      timeoutMs: 500,
      maxResponseTimeMs: 300,
      replay: 'a-b:GET /pets/{id}:0123abcd',
      promote: 'r',
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

  it('takes an overlay as one more report', () => {
    expect(parseArguments(['--report', 'json=a', '--write-overlay', 'b.yaml'])).toMatchObject({
      reports: [
        { kind: 'json', path: 'a' },
        { kind: 'overlay', path: 'b.yaml' },
      ],
    })
  })

  it('asks for help or the version before anything else', () => {
    expect([
      parseArguments(['--help']),
      parseArguments(['-h', '--url', 'x']),
      parseArguments(['--version']),
    ]).toStrictEqual(['help', 'help', 'version'])
  })

  it.each([
    [['a.yaml', 'b.yaml', '--url=x'], 'Name one document only, not also b.yaml.'],
    [['a.yaml', 'http://h.test'], 'Name the server by an option: --url http://h.test.'],
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
    ['--workers=0', '--workers must be a whole number above 0, not 0.'],
    ['--fail-on=bad', '--fail-on takes critical, high, medium, low, not bad.'],
    [
      '--report=pdf=a',
      '--report takes json=<file>, junit=<file>, html=<file>, har=<file>, sarif=<file>, markdown=<file>, overlay=<file>, not pdf=a.',
    ],
    [
      '--report=json=',
      '--report takes json=<file>, junit=<file>, html=<file>, har=<file>, sarif=<file>, markdown=<file>, overlay=<file>, not json=.',
    ],
    [
      '--threshold=statuses=9',
      '--threshold takes operations, responses, parameters, keywords, examples with a percentage, such as responses=90, not statuses=9.',
    ],
    [
      '--threshold=responses=101',
      '--threshold takes operations, responses, parameters, keywords, examples with a percentage, such as responses=90, not responses=101.',
    ],
    ['--replay=getPet', '--replay takes the key of a finding, as a report shows it, not getPet.'],
    ['--header=x-a: b\u0000', 'The value of --header x-a has a character that a header cannot contain.'],
  ])('refuses %s', (option, message) => {
    expect(refused(option)).toBe(message)
  })

  it('does not repeat a header that it refuses', () => {
    expect(refused('--header', 'Bearer s3cr3t')).toBe(
      "--header takes 'name: value', but the value does not begin with a name and a colon.",
    )
  })
})
