import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { jsonBody, oneOperation } from '../../../test/one-operation.ts'
import { leakedInternals } from './leaked-internals.ts'

const exchange = await createRig(oneOperation({ requestBody: jsonBody() }, { method: 'post' }))
const judge = (text: string, status = 400) =>
  leakedInternals.verify(exchange({ operation: 'act', status, text }))

const leaks: readonly (readonly [name: string, text: string])[] = [
  [
    'a JavaScript stack trace',
    'TypeError: x\n    at listLoans (/srv/app/loans.js:41:27)\n    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)',
  ],
  ['a JavaScript stack trace', 'Error\n    at async file:///C:/app/src/main.mts:3:9'],
  ['a JavaScript error', "Cannot read properties of undefined (reading 'id')"],
  ['a JavaScript error', 'TypeError: pets.find is not a function'],
  ['a Python stack trace', 'Traceback (most recent call last):\n  File "/app/main.py", line 12, in <module>'],
  ['a Python stack trace', 'File "/usr/lib/python3/site.py", line 3'],
  ['a Java stack trace', 'oops at com.acme.pets.PetService.find(PetService.java:42)'],
  ['a Java exception', 'java.lang.NullPointerException'],
  ['a .NET stack trace', 'at Pets.Api.Find(Int32 id) in /src/Pets/Api.cs:line 7'],
  ['a .NET exception', 'System.InvalidOperationException: Sequence contains no elements'],
  ['a PHP error', '<b>Fatal error</b>: Uncaught Error in /var/www/html/index.php on line 3'],
  ['a PHP error', '#0 /var/www/html/lib/pets.php(12): find(1)'],
  ['a Ruby stack trace', "app/models/pet.rb:17:in `find'"],
  ['a Go stack trace', 'goroutine 1 [running]:\nmain.main()'],
  ['a Rust panic', "thread 'main' panicked at src/main.rs:3:5"],
  ['an Elixir stack trace', '(phoenix 1.7.2) lib/phoenix/router.ex:354: Phoenix.Router'],
  ['a source file with its line', 'failed in /home/app/src/pets.ts:12'],
  ['a stack trace', '{"stack": ["pets.js:1", "main.js:2"]}'],
  ['an error message of an SQL database', 'SQLITE_ERROR: no such table: pets'],
  [
    'an error message of an SQL database',
    'ERROR: duplicate key value violates unique constraint "pets_pkey"',
  ],
  ['an SQL statement', 'SELECT id, name FROM pets WHERE id = 1'],
  ['an error message of a database driver', 'MongoServerError: E11000 duplicate key error collection'],
  ['an internal network address', 'connect ECONNREFUSED 127.0.0.1:5432'],
  ['the debug page of a framework', '<h1>Whitelabel Error Page</h1>'],
]

const prose = [
  'The request failed because of an exception in line 12 of your file.',
  'Error at position 3: unexpected token } in JSON',
  'Meet us at https://example.org/x/2024-01-01T10:30:15Z or at 12/05/2024T10:30:15',
  'The file /home/anna/report.pdf was not found.',
  'Select one item from the list where the price is low. Update your profile, set a name.',
  'Warning: the shop closes at 18:00 on line 3.',
  '{"stack":"node","trace":"abc","column":"price","error":"column \\"price\\" does not exist"}',
  'Delete from the list what you do not need. A panic: do not worry.',
  'The main thread was closed. A system exception applies to pets.',
  'body/title must NOT have fewer than 1 characters',
  'See README.md:12 and pets.js for details',
]

describe('leakedInternals', () => {
  it.each(leaks)('recognises %s', (name, text) => {
    expect(judge(text)).toMatchObject([
      { operationId: 'act', message: `The 400 response of act shows ${name}.` },
    ])
    expect(judge(JSON.stringify({ detail: text }))).toHaveLength(1)
  })

  it.each(prose)('lets prose be: %s', (text) => {
    expect(judge(text)).toEqual([])
    expect(judge(JSON.stringify({ detail: text }))).toEqual([])
  })

  it('looks at successes and undeclared paths too', () => {
    expect(judge('SQLITE_BUSY', 200)).toHaveLength(1)
    expect(
      leakedInternals.verify(exchange({ request: { target: '/x' }, status: 404, text: 'SQLITE_BUSY' })),
    ).toMatchObject([{ operationId: null }])
  })

  const setting = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, value: { type: 'string' } },
  }
  const json = { 'application/json': { schema: { type: 'array', items: setting } } }
  const counters = { 'application/json': { schema: { additionalProperties: { type: 'integer' } } } }
  const files = { 'text/plain': { schema: { type: 'string' } } }
  const settings = [
    { name: 'log', value: 'failed in /home/app/src/pets.ts:12' },
    { name: 'query', value: 'SELECT id, name FROM pets WHERE id = 1' },
  ]

  it.each([
    ['settings', json, { json: settings }],
    ['counters', counters, { json: { 'at com.acme.PetService.find(PetService.java:42)': 3 } }],
    ['a file of a log', files, { headers: { 'content-type': 'text/plain' }, text: 'java.io.IOException' }],
    ['what has no schema', { 'application/json': {} }, { json: { stack: ['pets.js:1'] } }],
  ])('does not accuse the data of a documented success: %s', async (_what, content, draft) => {
    const responses = { 200: { description: 'ok', content }, 400: { description: 'no', content } }
    const rig = await createRig(oneOperation({ responses }))
    expect(leakedInternals.verify(rig({ operation: 'act', status: 200, ...draft }))).toEqual([])
    expect(leakedInternals.verify(rig({ operation: 'act', status: 400, ...draft }))).toHaveLength(1)
    expect(leakedInternals.verify(rig({ operation: 'act', status: 201, ...draft }))).toHaveLength(1)
  })

  it.each([
    [
      'another media type',
      { headers: { 'content-type': 'text/html' }, text: '<h1>Whitelabel Error Page</h1>' },
    ],
    ['an undocumented property', { json: [{ name: 'a', stack: ['pets.js:1', 'main.js:2'] }] }],
    ['a body that breaks its schema', { json: { message: 'SQLITE_BUSY' } }],
    ['a body that does not parse', { headers: { 'content-type': 'application/json' }, text: 'SQLITE_BUSY' }],
  ])('accuses what a documented success does not declare: %s', async (_what, draft) => {
    const rig = await createRig(oneOperation({ responses: { 200: { description: 'ok', content: json } } }))
    expect(leakedInternals.verify(rig({ operation: 'act', status: 200, ...draft }))).toHaveLength(1)
  })

  it('does not accuse an echo of the request', () => {
    expect(
      leakedInternals.verify(
        exchange({ operation: 'act', body: 'SQLITE_BUSY', status: 200, text: 'SQLITE_BUSY' }),
      ),
    ).toEqual([])
  })

  it('does not accuse an API that speaks of such things', async () => {
    const monitor = await createRig(
      oneOperation({ description: 'Collects reports such as "goroutine 1 [running]:".' }),
    )
    expect(
      leakedInternals.verify(monitor({ operation: 'act', status: 200, text: 'goroutine 7 [running]:' })),
    ).toEqual([])
    expect(
      leakedInternals.verify(monitor({ operation: 'act', status: 200, text: 'SQLITE_BUSY' })),
    ).toHaveLength(1)
  })
})
