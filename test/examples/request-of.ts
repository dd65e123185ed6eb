import { fillPath, mergeHeaders } from '../sandbox/call.ts'
import type { BareRequest } from './send-bare.ts'
import type { Replay } from './replay.ts'
import type { Scene } from './states.ts'
import { type KnownIds, replaceStoryIds } from './story-ids.ts'

/** The request of an example, with the ids and the token of the scene it is sent in. */
export function requestOf(replay: Replay, { partner, known }: Scene, baseUrl: string): BareRequest {
  const { operation, recipe } = replay
  const path = withKnownIds(replay.path, known)
  const query = withKnownIds({ ...operation.queryDefaults, ...recipe.query }, known)
  const usual = {
    ...(operation.path.startsWith('/__sandbox/') ? {} : partnerHeaders(operation.operationId, partner.token)),
    ...(operation.takesBody ? { 'Content-Type': 'application/json' } : {}),
  }
  return {
    method: operation.method,
    url: baseUrl + fillPath(operation.path, { path, query }),
    headers: mergeHeaders(usual, recipe.headers),
    body: bodyOf(replay, known),
  }
}

function withKnownIds(parameters: Replay['path'], known: KnownIds): Replay['path'] {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name, known.get(value) ?? value]),
  )
}

function partnerHeaders(operationId: string, token: string): Readonly<Record<string, string>> {
  return {
    'User-Agent': 'contract-examples',
    'x-cc-app': 'demo-app',
    ...(operationId === 'createSession' ? {} : { Authorization: `Bearer ${token}` }),
  }
}

function bodyOf({ operation, request, recipe }: Replay, known: KnownIds): string | undefined {
  if (!operation.takesBody) return undefined
  if (recipe.rawBody !== undefined) return recipe.rawBody
  const value = recipe.body ?? (request === null ? undefined : operation.requests[request]?.value)
  if (value === undefined) throw new Error(`${operation.operationId} has no request example ${request}`)
  return JSON.stringify(replaceStoryIds(value, known)).padEnd(recipe.bodyBytes ?? 0)
}
