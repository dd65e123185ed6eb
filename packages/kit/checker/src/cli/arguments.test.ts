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
  it('collects the values of one name', () => {
    expect(
      parse('--value', 'Zone.name=a.example.', '--value=limit=5', '--value', 'Zone.name=b=c'),
    ).toMatchObject({
      settings: { values: { 'Zone.name': ['a.example.', 'b=c'], limit: ['5'] } },
    })
  })

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
      settings: {
        document: 'api.yaml',
        url: 'http://h.test',
        phases: ['fuzz', 'coverage'],
        cases: 5,
        seed: 7,
        headers: { 'x-a': 'b:c', 'x-b': '' },
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
        failOn: 'high',
        include: ['getPet', '/pets/*'],
        exclude: ['buyPet'],
        maxTimeMs: 60_000,
        timeoutMs: 500,
        maxResponseTimeMs: 300,
        thresholds: { responses: 0.9, keywords: 0.55 },
        disableChecks: ['slow-response'],
        strictResponses: false,
        showSecrets: true,
        config: 'c.yaml',
        updateBaseline: true,
        replay: 'a-b:GET /pets/{id}:0123abcd',
        promote: 'r',
        noColor: true,
      },
      reports: [],
      files: [],
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
    expect(given).toHaveProperty('settings.document', 'api.yaml')
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
    [['a.yaml', 'b.yaml', '--url=x'], 'Only one document is allowed; b.yaml is a second one.'],
    [['a.yaml', 'http://h.test'], 'Pass the server as an option: --url http://h.test.'],
    [['a.yaml', '--ulr', 'x'], 'Unknown option --ulr; did you mean --url?'],
    [['a.yaml', '--phases=fuzz'], 'Unknown option --phases; did you mean --phase?'],
    [['a.yaml', '--url'], "The command line cannot be read: Option '--url <value>' argument missing."],
    [['a.yaml', '-x'], "The command line cannot be read: Unknown option '-x'."],
  ])('refuses %j', (argv, message) => {
    expect(refusalOf(argv)).toBe(message)
  })

  it.each([
    ['--phase=fuzz,fuzzy', '--phase must be one of examples, coverage, fuzz, stateful, not fuzzy.'],
    ['--cases=many', '--cases must be a whole number from 0 to 1000000, not many.'],
    ['--seed=', '--seed must be a whole number from 0 to 2147483647, not nothing.'],
    ['--cases=-1', '--cases must be a whole number from 0 to 1000000, not -1.'],
    ['--rate-limit=Infinity', '--rate-limit must be a number above 0, not Infinity.'],
    ['--timeout=0', '--timeout must be a number above 0, not 0.'],
    ['--workers=0', '--workers must be a whole number from 1 to 256, not 0.'],
    ['--max-requests=1.5', '--max-requests must be a whole number of at least 1, not 1.5.'],
    ['--baseline=', '--baseline must be a text that is not empty, not nothing.'],
    ['--fail-on=bad', '--fail-on must be one of critical, high, medium, low, not bad.'],
    [
      '--report=pdf=a',
      '--report takes kind=file, where the kind is one of json, junit, html, har, sarif, markdown, overlay, not pdf=a.',
    ],
    ['--report=json=', '--report json must be a text that is not empty, not nothing.'],
    [
      '--threshold=statuses=9',
      '--threshold takes kind=percent, where the kind is one of operations, responses, parameters, keywords, examples, not statuses=9.',
    ],
    ['--threshold=responses=%', '--threshold responses must be a number from 0 to 100, not %.'],
    ['--cases=5%', '--cases must be a whole number from 0 to 1000000, not 5%.'],
    ['--threshold=responses=101', '--threshold responses must be a number from 0 to 100, not 101.'],
    ['--replay=getPet', '--replay must be the key of a finding, as a report shows it, not getPet.'],
    ['--header=x-a: b\u0000', '--header x-a must be text that a header can contain.'],
  ])('refuses %s', (option, message) => {
    expect(refused(option)).toBe(message)
  })

  it.each(['Bearer s3cr3t', 'Bearer s3cr3t: x', ': s3cr3t'])('does not repeat the header %s', (header) => {
    expect(refused('--header', header)).toBe(
      '--header takes name: value, where the name is the name of a header.',
    )
  })

  it.each([
    ['--timeout=1.4', { timeoutMs: 1400 }],
    ['--wait-for=0', { waitForMs: 0 }],
    ['--max-response-time=0', { maxResponseTimeMs: 0 }],
    ['--rate-limit=1e300', { rateLimit: 1e300 }],
    ['--threshold=examples=0', { thresholds: { examples: 0 } }],
    ['--threshold=examples=57%', { thresholds: { examples: 0.57 } }],
  ])('reads %s in its unit', (option, settings) => {
    expect(parse(option)).toMatchObject({ settings })
  })
})
