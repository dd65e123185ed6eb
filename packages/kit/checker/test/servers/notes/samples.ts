/** A note that is there from the start. */
export const seededNote = '60000000-0000-4000-8000-000000000001'
