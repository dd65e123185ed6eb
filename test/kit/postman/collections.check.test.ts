import { describe, expect, it } from 'vitest'
import { runDocument } from './run-document.ts'

const noFile = 'The person who sends the request chooses its file.'
const pending = 'A job that was started a moment ago is not done.'
const otherState = 'The example suits a thing in another state.'
const unversioned = 'The server requires a version, which the document leaves optional.'

/** More documents, with the reasons why some of their requests get no documented success. */
const documents: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'petstore-expanded': {},
  uspto: {},
  extensions: {},
  'media-types': {},
  cookies: {},
  library: {},
  notes: {},
  huts: {},
  'book-shelf': {},
  tasks: {},
  'gift-cards': {},
  tickets: { 'Read the file': pending },
  renders: { 'Download the picture of a render': pending },
  stays: { no_show: otherState, passport: otherState, card: otherState },
  ferries: { 'Upload a travel document': noFile },
  'media-archive': { 'PUT /files/{fileId}': noFile },
  courses: {
    online: unversioned,
    removal: otherState,
    'Write the syllabus of a course': unversioned,
    graded: unversioned,
  },
}

describe('the Postman collection of a document', () => {
  it.each(Object.keys(documents))('runs on its sandbox, but for what has a reason: %s', async (name) => {
    expect(await runDocument(name)).toStrictEqual(Object.keys(documents[name] ?? {}))
  })
})
