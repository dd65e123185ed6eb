import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { InputError } from '../src/input-error.ts'
import { type Proof, toProof } from '../src/prove/proof.ts'
import { proveCommand } from '../src/prove/prove-command.ts'
import { proveDocument } from '../src/prove/prove-document.ts'
import { openProver } from '../src/prove/prover.ts'
import { proofHtml } from '../src/prove/render-proof-html.ts'
import { proofMarkdown, proofText } from '../src/prove/render-proof.ts'
import { createFolder, runContract } from './project.ts'

const content = { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } }
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }
const problem = {
  description: 'Refused.',
  content: {
    'application/json': {
      schema: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
    },
  },
}
const notes = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      post: {
        operationId: 'addNote',
        requestBody: { required: true, content },
        responses: { 201: { description: 'Added.', content }, 400: problem },
      },
    },
    '/notes/{id}': {
      parameters: [id],
      get: {
        operationId: 'readNote',
        responses: { 200: { description: 'It.', content }, 400: problem, 404: problem },
      },
      delete: {
        operationId: 'deleteNote',
        responses: { 204: { description: 'Gone.' }, 400: problem, 404: problem },
      },
    },
  },
  components: {
    schemas: {
      Note: {
        type: 'object',
        required: ['id', 'text'],
        properties: {
          id: { type: 'integer', readOnly: true },
          text: { type: 'string', minLength: 1, maxLength: 20 },
        },
      },
    },
  },
}

const outcomesOf = ({ faults }: Proof): Readonly<Record<string, string>> =>
  Object.fromEntries(faults.map((fault) => [fault.id, fault.outcome]))

describe('proveDocument', () => {
  it('tells which faults are detected, and is the same each time', async () => {
    const options = { document: notes, sample: 30 }
    const proof = await proveDocument(options)
    expect(proof.faults).toHaveLength(30)
    expect(proof.alarms).toStrictEqual([])
    expect(new Set(proof.faults.map(({ kind }) => kind)).size, 'a sample has many kinds').toBe(30)
    expect(await proveDocument(options)).toStrictEqual(proof)
  })

  it('notices what the document promises, and says why it does not notice the rest', async () => {
    const { faults } = await proveDocument({ document: notes, operations: ['deleteNote'] })
    expect(outcomesOf({ faults } as Proof)).toMatchObject({
      'deletion-without-effect@deleteNote': 'detected',
      // A deletion may succeed for an item that does not exist (RFC 9110, 9.2.2).
      'unknown-is-found@deleteNote': 'missed',
      'success-status@deleteNote:204': 'detected',
    })
    for (const { outcome, advice, detectedBy } of faults)
      expect([advice === undefined, detectedBy === undefined]).toStrictEqual([
        outcome === 'detected',
        outcome !== 'detected',
      ])
  })

  it('sends nothing for a fault of a response that the server never gives', async () => {
    const { '/notes/{id}': item, ...rest } = notes.paths
    const responses = { ...item.delete.responses, 410: problem }
    const paths = { ...rest, '/notes/{id}': { ...item, delete: { ...item.delete, responses } } }
    await using prover = await openProver({ document: { ...notes, paths }, cases: 4, seed: 1 })
    const part = await prover.prove(['error-status@deleteNote:410'])
    expect([part.faults.map(({ outcome }) => outcome), part.requests]).toStrictEqual([['unreachable'], 0])
    const sent = await prover.prove(['success-status@deleteNote:204'])
    expect([sent.faults.map(({ outcome }) => outcome), sent.requests > 0]).toStrictEqual([['detected'], true])
  })

  it('tries a fault at other operations too, if its own does not show it', async () => {
    const { '/notes': collection } = notes.paths
    const color = { type: 'string', minLength: 5, maxLength: 4 }
    const schema = {
      allOf: [content['application/json'].schema, { required: ['color'], properties: { color } }],
    }
    const requestBody = { required: true, content: { 'application/json': { schema } } }
    const before = { '/pins': { post: { ...collection.post, operationId: 'pin', requestBody } } }
    const fault = 'accepts-too-long@pin:body/text'
    for (const [paths, outcome] of [
      [before, 'untried'],
      [{ ...before, ...notes.paths }, 'detected'],
    ] as const) {
      await using prover = await openProver({ document: { ...notes, paths }, cases: 4, seed: 1 })
      const { faults } = await prover.prove([fault])
      expect(faults.map((found) => [found.id, found.outcome])).toStrictEqual([[fault, outcome]])
    }
  })

  it('does not count what the checker finds on the right server too', async () => {
    const { '/notes': collection, ...rest } = notes.paths
    const { 400: _problem, ...responses } = collection.post.responses
    const document = { ...notes, paths: { ...rest, '/notes': { post: { ...collection.post, responses } } } }
    const proof = await proveDocument({ document, classes: ['values'], operations: ['addNote'] })
    expect(proof.alarms).toStrictEqual(['status-code-conformance on addNote'])
    expect(outcomesOf(proof)).toMatchObject({ 'text-lower-case@addNote': 'missed' })
  })

  it('is the same in one thread and in two', async () => {
    const options = { document: notes, sample: 70 }
    const one = await proveDocument({ ...options, threads: 1 })
    expect(one.faults, 'as many as a second thread is started for').toHaveLength(70)
    expect(await proveDocument({ ...options, threads: 2 })).toStrictEqual(one)
  })

  it('tries the faults of some classes alone', async () => {
    const { classes } = await proveDocument({ document: notes, classes: ['values'], operations: ['addNote'] })
    expect(classes.map(({ name }) => name)).toStrictEqual(['values'])
  })
})

/** The tests of a consumer. They add a note, and check the status and the text of the response. */
const consumer = `
const response = await fetch(process.env.CONTRACT_URL + '/notes', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ text: 'Milk' }),
})
const note = await response.json()
if (response.status !== 201 || note.text !== 'Milk') throw new Error('The note is not as it should be')
`

describe('proveCommand', () => {
  const given = { document: notes, env: process.env, command: 'node consumer.mjs' }

  it('runs a command for each fault: one that fails has detected it', async () => {
    const cwd = await createFolder({ 'consumer.mjs': consumer })
    const proof = await proveCommand({
      ...given,
      cwd,
      operations: ['addNote'],
      classes: ['responses', 'values'],
    })
    expect(outcomesOf(proof)).toMatchObject({
      'success-status@addNote:201': 'detected',
      'response-null@addNote:201/text': 'detected',
      'response-malformed@addNote': 'detected',
      // The consumer does not check the ID, and sends nothing that would be rejected or truncated.
      'response-type@addNote:201/id': 'missed',
      'error-status@addNote:400': 'unreachable',
      'text-cut@addNote': 'untried',
    })
    const advice = new Map(proof.faults.map((fault) => [fault.id, fault.advice]))
    expect(advice.get('response-type@addNote:201/id')).toMatch(/^Look at it in a test/)
    expect(advice.get('text-cut@addNote')).toMatch(/^Send such a request in a test/)
  })

  it('tells which liberties of a right server break the command', async () => {
    const strict = consumer.replace(
      "note.text !== 'Milk'",
      "Object.keys(note).length !== 2 || note.text !== 'Milk'",
    )
    const cwd = await createFolder({ 'consumer.mjs': strict })
    const proof = await proveCommand({ ...given, cwd, operations: ['addNote'], sample: 3 })
    const outcomes = Object.fromEntries(proof.liberties.map(({ id: name, outcome }) => [name, outcome]))
    expect(outcomes).toStrictEqual({
      'new-property@addNote:201': 'broken',
      'other-order@addNote': 'borne',
      'longer-id@addNote': 'borne',
    })
    expect(proofText(proof)).toContain(
      '2 of 3 permitted variations of a correct server pass.\n  Broken by new-property@addNote:201: ',
    )
  })

  it('refuses a command that fails on the right server, and shows what it wrote', async () => {
    const cwd = await createFolder({ 'consumer.mjs': 'console.error("no database"); process.exit(3)' })
    const proof = proveCommand({ ...given, cwd })
    await expect(proof).rejects.toThrow(InputError)
    await expect(proof).rejects.toThrow(/^"node consumer.mjs" fails on the correct server too.*no database/s)
  })

  it('ends a command that takes too long, with all that it started: it has detected the fault', async () => {
    const hanging = consumer.replace(/throw .*/, 'setInterval(() => {}, 1000)')
    const cwd = await createFolder({ 'consumer.mjs': hanging })
    const only = { operations: ['addNote'], classes: ['responses'], sample: 1 } as const
    expect(outcomesOf(await proveCommand({ ...given, cwd, timeoutMs: 2000, ...only }))).toStrictEqual({
      'success-status@addNote:201': 'detected',
    })
  })
})

describe('a proof', () => {
  const fault = { class: 'lists', advice: 'Name it `limit`.' } as const
  const proof = toProof({
    title: 'Shops | <b>',
    faults: [
      {
        ...fault,
        id: 'size-ignored@listShops:top',
        kind: 'size-ignored',
        title: 'The size is ignored: top',
        operationId: 'listShops',
        outcome: 'missed',
      },
      {
        ...fault,
        id: 'list-empty@listShops',
        kind: 'list-empty',
        title: 'A list is empty',
        operationId: 'listShops',
        outcome: 'detected',
        detectedBy: 'x on listShops',
      },
      {
        ...fault,
        id: 'list-repeats@listShops',
        kind: 'list-repeats',
        title: 'A list repeats',
        operationId: 'listShops',
        outcome: 'untried',
      },
      {
        ...fault,
        class: 'responses',
        id: 'error-status@listShops:402',
        kind: 'error-status',
        title: 'An error: 402',
        operationId: 'listShops',
        outcome: 'unreachable',
      },
    ],
    alarms: ['odd on listShops'],
    obstacles: ['no data at listShops'],
  })

  it('counts what could be detected', () => {
    expect(proof.share).toBeCloseTo(1 / 3)
    expect(proof.classes).toStrictEqual([{ name: 'lists', detected: 1, possible: 3 }])
    expect(proof.operations).toStrictEqual([{ name: 'listShops', detected: 1, possible: 3 }])
    expect(toProof({ title: 'Nothing', faults: [] }).share).toBe(1)
  })

  it('is told in a terminal', () => {
    expect(proofText(proof)).toBe(`Shops | <b>: 33 % of the faults are detected

  lists  ████████░░░░░░░░░░░░░░░░  1 of 3   33 %
  all    ████████░░░░░░░░░░░░░░░░  1 of 3   33 %

1 more fault changes a response that the server never gives.

Also found on the correct server, and not counted:
  odd on listShops

Could not be checked on the correct server:
  no data at listShops

Not detected, with advice:
  The size is ignored (1)
    listShops: top
    The server was wrong, and no check failed. Name it \`limit\`.
  A list repeats (1)
    listShops
    No request would have shown it. Name it \`limit\`.
`)
  })

  it('is told as Markdown and as a page, both escaped', () => {
    expect(proofMarkdown(proof)).toContain('| listShops | 1 | 3 | 33 % |')
    const page = proofHtml(proof)
    expect(page).toContain('<td class="few">1&#8202;/&#8202;3</td>')
    expect(page).toContain('Shops | &lt;b&gt;')
    expect(page).not.toContain('<b>')
  })
})

describe('contract prove', () => {
  const files = { 'openapi.json': JSON.stringify(notes) }

  it('writes what it found, and fails below a threshold', async () => {
    const folder = await createFolder(files)
    const args = ['--sample', '4', '--markdown', 'proof.md', '--html', 'proof.html']
    const { code, stdout, stderr } = await runContract(folder, 'prove', 'openapi.json', ...args)
    expect([code, stdout.startsWith('Notes: ')]).toStrictEqual([0, true])
    expect(stderr).toContain('Fault 1 of 4')
    for (const name of ['proof.md', 'proof.html'])
      expect(await readFile(join(folder, name), 'utf8')).toContain('Notes')
    const strict = await runContract(
      folder,
      'prove',
      'openapi.json',
      '--class',
      'values',
      '--at-least',
      '100',
      '--json',
    )
    expect([strict.code, (JSON.parse(strict.stdout) as Proof).share < 1]).toStrictEqual([1, true])
  })

  it.each([
    [['--class', 'nonsense'], '--class must be one of responses, validation'],
    [['--operation', 'nope'], 'No fault is left to try'],
  ])('exits with 2 for %j', async (args, message) => {
    const { code, stderr } = await runContract(await createFolder(files), 'prove', 'openapi.json', ...args)
    expect([code, stderr.includes(message)]).toStrictEqual([2, true])
  })
})
