import * as z from 'zod/mini'

/** The outputs that the server signs before they leave (server/src/platform/private-files.ts). */
export const signedOutputs = z.registry<{ readonly kind: 'photo' }>()

/** Where a browser finds a person's photo: relative to the base address, and good for half an hour at most. */
export const photoAddress = z.string().register(signedOutputs, { kind: 'photo' })
