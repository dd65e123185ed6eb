import { describe, expect, it } from 'vitest'
import { placeValue } from './place-value.ts'

const values = {
  path: { petId: 1 },
  query: {},
  header: {},
  cookie: {},
  body: { contentType: 'application/json', value: { owner: { id: 1 }, items: [{ id: 1 }, { id: 2 }] } },
}

describe('placeValue', () => {
  it('sets a parameter', () => {
    expect(placeValue(values, { location: 'path', name: 'petId' }, 7)?.path).toStrictEqual({ petId: 7 })
  })

  it('replaces a value deep in the body', () => {
    expect(placeValue(values, { location: 'body', name: '/owner/id' }, 7)?.body?.value).toMatchObject({
      owner: { id: 7 },
    })
  })

  it('replaces a value in every item', () => {
    expect(placeValue(values, { location: 'body', name: '/items/*/id' }, 7)?.body?.value).toMatchObject({
      items: [{ id: 7 }, { id: 7 }],
    })
  })

  it('leaves a body without the place alone', () => {
    expect(placeValue(values, { location: 'body', name: '/owner/email' }, 'a')).toBeUndefined()
    expect(
      placeValue({ ...values, body: undefined }, { location: 'body', name: '/owner/id' }, 7),
    ).toBeUndefined()
  })

  it('adds a property where that is asked for', () => {
    expect(
      placeValue(values, { location: 'body', name: '/owner/email' }, 'a', 'add')?.body?.value,
    ).toMatchObject({
      owner: { id: 1, email: 'a' },
    })
  })
})
