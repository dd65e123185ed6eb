import { expressDocument, openExpress } from './express/express-server.ts'
import { fastapiDocument, openFastapi } from './fastapi/fastapi-server.ts'
import { fastifyDocument, openFastify } from './fastify/fastify-server.ts'
import type { PublicServer } from './public-server.ts'
import { openSpring, springDocument } from './spring/spring-server.ts'

/** Servers on public frameworks, or written by hand to behave as their defaults do, and what is wrong with each. */
export const publicServers: readonly PublicServer[] = [
  {
    name: 'Express with express-openapi-validator',
    document: expressDocument,
    open: openExpress,
    causes: [
      {
        description: 'createdAt is a number of milliseconds, not a date-time',
        checks: ['response-schema-conformance'],
        places: ['listBookmarks', 'createBookmark', 'getBookmark', 'changeBookmark'],
      },
      {
        description: 'DELETE answers 204 and deletes nothing',
        checks: ['use-after-delete', 'list-keeps-deleted'],
        places: ['deleteBookmark', 'getBookmark', 'listBookmarks'],
      },
      {
        description: 'the 415 of the validator to a request without a body is not documented',
        checks: ['status-code-conformance'],
        places: ['createBookmark', 'changeBookmark'],
        says: /415/,
      },
      {
        description: 'the error handler drops the Allow header of the validator',
        checks: ['unsupported-method'],
        places: ['/bookmarks', '/bookmarks/{id}', '/tags'],
        says: /no Allow/,
      },
      {
        description: 'the validator refuses HEAD where the document declares GET',
        checks: ['head-mismatch'],
        places: ['/bookmarks', '/bookmarks/{id}', '/tags'],
      },
    ],
  },
  {
    name: 'Fastify',
    document: fastifyDocument,
    open: openFastify,
    causes: [
      {
        description: 'GET /stats fails while no task is open',
        checks: ['not-a-server-error'],
        places: ['countTasks'],
      },
      {
        description: 'PATCH of an unknown task answers an undocumented 404',
        checks: ['status-code-conformance'],
        places: ['changeTask'],
        says: /404/,
      },
      {
        description: 'an undeclared method is 404, not 405',
        checks: ['unsupported-method'],
        places: ['/tasks', '/tasks/{id}', '/stats'],
      },
      {
        description: 'coerceTypes: null, numbers and booleans become other types',
        checks: ['negative-data-rejection'],
        places: ['createTask', 'replaceTask', 'changeTask'],
        says: /not of type/,
      },
      {
        description: 'coerceTypes: texts become numbers and booleans',
        checks: ['string-coerced'],
        places: ['createTask', 'replaceTask', 'changeTask'],
      },
      {
        description: 'removeAdditional: properties that are not allowed are dropped, not refused',
        checks: ['negative-data-rejection'],
        places: ['createTask', 'replaceTask', 'changeTask'],
        says: /does not allow/,
      },
    ],
  },
  {
    name: 'Spring Boot (rebuilt)',
    document: springDocument,
    open: openSpring,
    causes: [
      {
        description: 'a negative page throws IllegalArgumentException',
        checks: ['not-a-server-error'],
        places: ['listOwners'],
      },
      {
        description: 'the 400 of a failed conversion is not documented',
        checks: ['status-code-conformance'],
        places: ['listOwners', 'getOwner', 'deleteOwner', 'listVisits', 'addVisit'],
        says: /400/,
      },
      {
        description: 'the 415 to a request without a body is not documented',
        checks: ['status-code-conformance'],
        places: ['createOwner', 'updateOwner', 'addVisit'],
        says: /415/,
      },
      {
        description: 'Jackson takes null for an absent property',
        checks: ['negative-data-rejection'],
        places: ['createOwner', 'updateOwner', 'addVisit'],
        says: /\/(age|newsletter|telephone|kind|description) is not of type/,
      },
      {
        description: 'Jackson takes numbers and booleans for texts, dates and each other',
        checks: ['negative-data-rejection'],
        places: ['createOwner', 'updateOwner', 'addVisit'],
        says: /\/(date|firstName|lastName) is not of type/,
      },
      {
        description: 'Jackson takes texts for numbers and booleans',
        checks: ['string-coerced'],
        places: ['createOwner', 'updateOwner'],
      },
      {
        description: '@Size counts UTF-16 code units, maxLength counts characters',
        checks: ['positive-data-acceptance'],
        places: ['createOwner', 'updateOwner', 'addVisit'],
      },
      {
        description: 'visits of a deleted owner can still be listed',
        checks: ['child-outlives-parent'],
        places: ['listVisits', 'deleteOwner'],
      },
    ],
  },
  {
    name: 'FastAPI (rebuilt)',
    document: fastapiDocument,
    open: openFastapi,
    options: { headers: { authorization: 'Bearer fake-super-secret-token' } },
    causes: [
      {
        description: 'DELETE of an unknown item raises KeyError',
        checks: ['not-a-server-error'],
        places: ['delete_item_items__item_id__delete'],
      },
      {
        description: 'HTTPException(404) is not documented',
        checks: ['status-code-conformance'],
        places: ['read_item_items__item_id__get', 'update_item_items__item_id__put'],
        says: /404/,
      },
      {
        description: 'HTTPException(400), e-mail already registered, is not documented',
        checks: ['status-code-conformance'],
        places: ['create_user_users__post'],
        says: /400/,
      },
      {
        description: 'the 403 of HTTPBearer is not documented',
        checks: ['status-code-conformance'],
        places: ['read_user_me_users_me_get'],
        says: /403/,
      },
      {
        description: 'HTTPException(401), invalid token, is not documented',
        checks: ['status-code-conformance'],
        places: ['read_user_me_users_me_get'],
        says: /401/,
      },
      {
        description: 'the 401 has no WWW-Authenticate',
        checks: ['missing-www-authenticate'],
        places: ['read_user_me_users_me_get'],
      },
      {
        description: 'the lax mode of pydantic takes texts for numbers and booleans',
        checks: ['string-coerced'],
        places: ['create_item_items__post', 'update_item_items__item_id__put'],
      },
      {
        description: 'the lax mode of pydantic takes booleans for numbers',
        checks: ['negative-data-rejection'],
        places: ['create_item_items__post', 'update_item_items__item_id__put'],
      },
      {
        description: 'Allow names the methods of one route, not of all of the path',
        checks: ['allow-header-conformance'],
        places: ['/items/', '/items/{item_id}'],
      },
      {
        description: 'HEAD is refused where GET is served; Allow says so',
        checks: ['head-mismatch'],
        places: ['/items/', '/items/{item_id}', '/users/me', '/health'],
      },
    ],
  },
]
