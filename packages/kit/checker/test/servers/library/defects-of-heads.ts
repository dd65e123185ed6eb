import { fault } from '../kernel/deviation.ts'
import { answerInstead, onlyWith, withHeader, withoutHeader, withStatus } from '../kernel/spoils.ts'

/** Responses whose status, headers or errors are not what the document says. */
export const defectsOfHeads = [
  // Names another media type than the document.
  fault('author-as-text', 'D09', 'getAuthor', ['content-type-conformance'], {
    spoil: onlyWith(200, withHeader('content-type', 'text/plain')),
  }),
  fault('copies-without-content-type', 'D09', 'listCopies', ['content-type-conformance'], {
    spoil: onlyWith(200, withoutHeader('content-type')),
  }),
  fault('authors-without-total', 'D10', 'listAuthors', ['response-headers-conformance'], {
    spoil: withoutHeader('x-total-count'),
  }),
  fault('members-with-total-in-words', 'D10', 'listMembers', ['response-headers-conformance'], {
    spoil: onlyWith(200, withHeader('x-total-count', 'many')),
  }),
  // Puts no UUID into the header of one error.
  fault('conflict-with-short-request-id', 'D10', 'createMember', ['response-headers-conformance'], {
    spoil: onlyWith(422, withHeader('x-request-id', 'r-1')),
  }),
  fault('deletion-with-content', 'D11', 'deleteCopy', ['body-on-no-content'], {
    spoil: onlyWith(204, answerInstead(204, 'application/json', '{"deleted":true}')),
  }),
  fault(
    'replaced-author-without-content',
    'D11',
    'replaceAuthor',
    ['content-type-conformance', 'response-schema-conformance'],
    {
      spoil: onlyWith(200, (reply, request) => ({
        ...withoutHeader('content-type')(reply, request),
        body: '',
      })),
    },
  ),
  // Answers a status that the document does not know.
  fault('changed-member-answers-202', 'D03', 'patchMember', ['status-code-conformance'], {
    spoil: onlyWith(200, withStatus(202)),
  }),
  // Answers an undocumented status for what is not there.
  fault('missing-copy-answers-403', 'D03', 'getCopy', ['status-code-conformance'], {
    spoil: onlyWith(404, withStatus(403)),
  }),
  // Answers a success that nobody knows.
  fault('enrolment-answers-299', 'D03', 'createMember', ['status-code-conformance', 'nonstandard-status'], {
    spoil: onlyWith(201, withStatus(299)),
  }),
  // Answers a status outside of HTTP.
  fault('missing-author-answers-799', 'D03', 'getAuthor', ['nonstandard-status', 'status-code-conformance'], {
    spoil: onlyWith(404, withStatus(799)),
  }),
  // Tells errors in another shape than the documented one.
  fault('wrong-books-told-in-other-words', 'D33', 'createBook', ['error-body-conformance'], {
    spoil: onlyWith(422, answerInstead(422, 'application/problem+json', '{"message":"invalid"}')),
  }),
  // Tells an error as plain text.
  fault(
    'missing-member-told-as-text',
    'D33',
    'getMember',
    ['content-type-conformance', 'error-body-conformance'],
    {
      spoil: onlyWith(404, answerInstead(404, 'text/plain', 'Not Found')),
    },
  ),
  // Tells the status as text inside the problem.
  fault('wrong-page-told-with-text-status', 'D33', 'listAuthors', ['error-body-conformance'], {
    spoil: onlyWith(400, (reply) => ({
      ...reply,
      body: String(reply.body).replace('"status":400', '"status":"400"'),
    })),
  }),
]
