import { jsonReply, withHeaders, type Reply } from '../kernel/reply.ts'
import { renderRule } from './bodies.ts'
import { basePath, Refusal, refuseUnknown, type Call, type Farm, type Handler } from './farm.ts'
import { negotiate, once, readJson, readNumber, unlessHad } from './read-request.ts'
import { findScene } from './scenes.ts'
import type { Cost, Output, Render, Scene, State } from './store.ts'

const findRender = (
  call: Call,
  farm: Farm,
  { underAny = false }: { readonly underAny?: boolean } = {},
): Render => {
  const { store, on } = farm
  const scene = findScene(call, farm, { evenDeleted: on('renders-outlive-their-scene') })
  const render = store.renders.get((call.params.renderId ?? '').toLowerCase())
  if (render === undefined || (render.sceneId !== scene.id && !underAny)) return refuseUnknown(false, farm)
  return render
}

const toldRender = ({ history: _history, ...render }: Render, { on }: Farm): object => {
  const told = Object.entries(render).filter(
    ([name, value]) => value !== null || !['label', 'error', 'finishedAt'].includes(name),
  )
  return on('nulls-of-renders-are-left-out') ? Object.fromEntries(told) : render
}

const isOver = ({ state }: Render): boolean => state === 'done' || state === 'failed' || state === 'cancelled'

/** Numbers of the frames in the order in which they are rendered; a last one before the first counts down. */
const frameNumbers = (output: Output): readonly number[] => {
  if (output.kind === 'still') return [1]
  if (output.kind === 'layers') return output.layers.map((_layer, index) => index + 1)
  const step = output.last < output.first ? -1 : 1
  return Array.from(
    { length: Math.abs(output.last - output.first) + 1 },
    (_item, at) => output.first + at * step,
  )
}

const mils = { draft: 50, standard: 125, final: 350 } as const

const inUnits = (cents: number): string => (cents / 100).toFixed(2)

const costOf = (render: Pick<Render, 'output' | 'quality'>, currency: string, { on }: Farm): Cost => {
  const frames = frameNumbers(render.output).length
  const priced = [
    { what: 'compute', mil: mils[render.quality] },
    { what: 'storage', mil: 13 },
  ].map(({ what, mil }) => ({ what, mil, cents: Math.round((mil * frames) / 10) }))
  const lines = priced.map(({ what, mil, cents }) => ({
    what,
    frames,
    unitPrice: (mil / 1000).toFixed(3),
    amount: on('amounts-are-told-as-floats') ? String(cents / 100) : inUnits(cents),
  }))
  const exact = priced.reduce((sum, { mil }) => sum + (mil * frames) / 10, 0)
  const summed = priced.reduce((sum, { cents }) => sum + cents, 0)
  return { currency, lines, total: inUnits(on('total-is-rounded-by-itself') ? Math.round(exact) : summed) }
}

const inState = (render: Render, state: State, { store }: Farm): Render => {
  const at = store.now()
  return {
    ...render,
    state,
    progress: { queued: 0, running: 50, done: 100, failed: 50, cancelled: render.progress }[state],
    error:
      state === 'failed' ? { code: 'over_budget', message: 'The scene has not so much to spend.' } : null,
    finishedAt: state === 'queued' || state === 'running' ? null : at,
    history: [...render.history, { state, at }],
  }
}

const place = ({ id, sceneId }: Render): string => `${basePath}/scenes/${sceneId}/renders/${id}`

const acceptedReply = (render: Render, farm: Farm): Reply => {
  const { on } = farm
  const location = on('render-location-leads-to-the-scene')
    ? `${basePath}/scenes/${render.sceneId}`
    : place(render)
  const later = { 'retry-after': on('retry-after-is-a-date') ? 'Mon, 05 Jan 2026 12:00:00 GMT' : '1' }
  return withHeaders(jsonReply(202, toldRender(render, farm)), { ...later, location })
}

const sceneToRender = (call: Call, farm: Farm): Pick<Scene, 'id' | 'isArchived' | 'budget'> => {
  const id = (call.params.sceneId ?? '').toLowerCase()
  if (farm.on('renders-under-missing-scenes') && !farm.store.scenes.has(id))
    return { id, isArchived: false, budget: null }
  return findScene(call, farm)
}

export const startRender: Handler = (call, farm) =>
  once(call, farm, () => {
    const { store, on } = farm
    const scene = sceneToRender(call, farm)
    const sent = readJson(call, farm, renderRule(on)) as Pick<Render, 'output' | 'requestedBy'> &
      Partial<Render>
    if (scene.isArchived) throw new Refusal(409, 'The scene is archived.')
    const quality = sent.quality ?? 'standard'
    const isFirst = ![...store.renders.values()].some(({ sceneId }) => sceneId === scene.id)
    const render = inState(
      {
        id:
          on('first-render-ids-repeat') && isFirst
            ? '80000000-0000-4000-8000-000000000001'
            : store.nextId('8'),
        sceneId: scene.id,
        label: on('labels-lose-marks')
          ? (sent.label?.replaceAll(/[\u200e\u200f\u202a-\u202e]/g, '') ?? null)
          : (sent.label ?? null),
        requestedBy: sent.requestedBy,
        output: sent.output,
        quality,
        samples: sent.samples ?? 64,
        state: 'queued',
        progress: 0,
        attempt: 1,
        cost: costOf({ output: sent.output, quality }, scene.budget?.currency ?? 'EUR', farm),
        error: null,
        queuedAt: store.now(),
        finishedAt: null,
        history: [],
      },
      'queued',
      farm,
    )
    store.renders.set(render.id, render)
    return acceptedReply(render, farm)
  })

const nextState = (render: Render, { store, on }: Farm): State => {
  if (on('done-renders-run-again') && render.state === 'done') return 'running'
  if (on('cancelled-renders-get-done') && render.state === 'cancelled') return 'done'
  if (isOver(render)) return render.state
  const looks = render.history.filter(({ state }) => state === 'running').length
  if (render.state === 'queued' || on('renders-run-for-ever')) return 'running'
  if (on('renders-take-their-time') && looks < 3) return 'running'
  const budget = store.scenes.get(render.sceneId)?.budget
  const isOverBudget = budget !== null && Number(render.cost.total) > Number(budget?.amount ?? Infinity)
  return isOverBudget ? 'failed' : 'done'
}

// Time passes between two reads: each GET finds the render one state further on. HEAD returns the state of the last GET.
const lookAt = (call: Call, render: Render, farm: Farm): Render => {
  const state = nextState(render, farm)
  const isMoved = call.request.method === 'GET' && (!isOver(render) || state !== render.state)
  const moved = isMoved ? inState(render, state, farm) : render
  farm.store.renders.set(moved.id, moved)
  return moved
}

export const getRender: Handler = (call, farm) => {
  const { on } = farm
  const found = findRender(call, farm, { underAny: on('renders-are-read-under-any-scene') })
  const render = lookAt(call, found, farm)
  const told: Render =
    on('quality-is-draft-when-read') && render.quality === 'standard'
      ? { ...render, quality: 'draft' }
      : render
  const reply = jsonReply(200, toldRender(told, farm))
  return isOver(render) ? reply : withHeaders(reply, { 'retry-after': '1' })
}

export const cancelRender: Handler = (call, farm) => {
  const { store, on } = farm
  const render = findRender(call, farm)
  const cancelled =
    isOver(render) && !on('refused-cancel-is-done') ? render : inState(render, 'cancelled', farm)
  if (!on('cancel-is-only-told')) store.renders.set(render.id, cancelled)
  if (isOver(render)) throw new Refusal(409, `The render is ${render.state}.`)
  return jsonReply(200, toldRender(cancelled, farm))
}

export const retryRender: Handler = (call, farm) => {
  const { store, on } = farm
  const render = findRender(call, farm)
  if (render.state !== 'failed' && render.state !== 'cancelled')
    throw new Refusal(409, `The render is ${render.state}.`)
  const attempt = on('retry-counts-no-attempt') ? render.attempt : render.attempt + 1
  const again = inState({ ...render, attempt, queuedAt: store.now() }, 'queued', farm)
  store.renders.set(render.id, again)
  return acceptedReply(again, farm)
}

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export const getResult: Handler = (call, farm) => {
  const { on } = farm
  const render = lookAt(call, findRender(call, farm), farm)
  const isThere = render.state === 'done' || (on('result-comes-before-done') && render.state === 'running')
  if (!isThere) throw new Refusal(409, `The render is ${render.state}.`)
  const tag = `"${render.id}.${render.attempt}"`
  const etag = on('result-etags-are-weak') ? `W/${tag}` : on('result-etag-is-not-quoted') ? render.id : tag
  const headers = {
    'content-type': 'image/png',
    'content-disposition': 'attachment; filename="result.png"',
    etag,
  }
  const reply = { status: 200, headers, body: new Uint8Array(pixel) }
  return on('result-is-never-changed') && call.request.headers.has('if-none-match')
    ? { status: 304, headers: { etag }, body: undefined }
    : unlessHad(call, reply)
}

const framesOf = ({ output, progress, label }: Render, { on }: Farm): readonly object[] => {
  const numbers = frameNumbers(output)
  return numbers.slice(0, Math.floor((numbers.length * progress) / 100)).map((frame) => {
    const seconds = (frame % 7) + 0.4
    return {
      frame,
      node: `node-${frame % 3}`,
      seconds: on('seconds-are-rounded') ? Math.round(seconds) : seconds,
      label,
    }
  })
}

const cell = (value: string | number | null, { on }: Farm): string => {
  const text = String(value ?? '')
  const isQuoted = /[",\r\n]/.test(text) && !on('csv-is-not-quoted')
  return isQuoted || on('csv-quotes-all') ? `"${text.replaceAll('"', '""')}"` : text
}

const csvOf = (frames: readonly object[], farm: Farm): string =>
  [
    ['frame', 'node', 'seconds', 'label'],
    ...frames.map((frame) => Object.values(frame) as (string | number | null)[]),
  ]
    .map((row) => `${row.map((value) => cell(value, farm)).join(',')}\r\n`)
    .join('')

export const getFrames: Handler = (call, farm) => {
  const { on } = farm
  const render = findRender(call, farm)
  const frames = framesOf(render, farm)
  const accept = on('frames-overlook-accept') ? null : call.request.headers.get('accept')
  const offered = ['application/json', 'text/csv', 'application/x-ndjson']
  const type = negotiate(accept, on('frames-are-lines-unless-asked') ? offered.toReversed() : offered)
  const lines = frames.map((frame) => `${JSON.stringify(frame)}\n`).join('')
  const bodies: Readonly<Record<string, string>> = {
    'application/json': JSON.stringify({ frames }),
    'text/csv': csvOf(frames, farm),
    'application/x-ndjson': on('ndjson-is-one-array') ? JSON.stringify(frames) : lines,
  }
  const count = on('frame-count-is-of-all') ? frameNumbers(render.output).length : frames.length
  const headers = {
    'content-type': type === 'text/csv' ? 'text/csv; charset=utf-8; header=present' : type,
    vary: 'accept',
    'x-frame-count': String(count),
  }
  return { status: 200, headers, body: bodies[type] ?? '' }
}

export const streamEvents: Handler = (call, farm) => {
  const { on } = farm
  const render = findRender(call, farm)
  const sent = call.request.headers.get('last-event-id')
  const seen = sent === null ? 0 : readNumber(sent, 'Last-Event-ID', { min: 0, max: 1_000_000 })
  const told = render.history.map(
    (entry, index) => `id: ${index + 1}\nevent: state\ndata: ${JSON.stringify(entry)}\n\n`,
  )
  const rest = told.slice(on('events-repeat-the-last-one') && seen > 0 ? seen - 1 : seen)
  const body = on('event-streams-begin-with-a-comment') ? [': hello\n\n', ...rest] : rest
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
    body: body.join(''),
  }
}
