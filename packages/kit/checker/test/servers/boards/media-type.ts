/** The media type of every body. */
export const mediaType = 'application/vnd.api+json'
