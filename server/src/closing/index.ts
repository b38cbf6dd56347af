import * as closing from '@honbu/contract/closing.ts'
import type { Letters } from '../messages/index.ts'
import { serve } from '../platform/route.ts'
import { closeClub, getClosing, reopenClub } from './close-club.ts'

export const serveClosing = (letters: Letters) =>
  serve(closing, { getClosing, closeClub: closeClub(letters), reopenClub })

export { deleteClosed } from './delete-closed.ts'
export { closeClubs, closeDue } from './wind-up.ts'
