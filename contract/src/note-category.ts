import * as z from 'zod/mini'

/** One of the categories that there are; which, the server knows. As large as the database's integers. */
export const noteCategoryId = z.int().check(z.gte(0), z.lte(2_147_483_647))

export const noteCategory = {
  ...{ general: 1301, health: 1302, payment: 1303, grading: 1304, behaviour: 1305, safeguarding: 1306 },
} as const

export type NoteAudience = 'staff' | 'anyClub' | 'admins' | 'welfare'

/**
 * Says who reads the notes of a category: those who work in the note's club, those of any club of the member (what
 * concerns someone's health has to be known wherever they train: those whose role may see it), the admins of the note's club, or its welfare officers.
 * Whoever has written a note reads it too.
 */
export function noteAudience(categoryId: number): NoteAudience {
  if (categoryId === noteCategory.health) return 'anyClub'
  if (categoryId === noteCategory.payment) return 'admins'
  return categoryId === noteCategory.safeguarding ? 'welfare' : 'staff'
}

/** As a person reads it who is about to write one. */
export const noteAudienceWords: Readonly<Record<NoteAudience, string>> = {
  staff: 'Everyone who works in this club can read it.',
  anyClub: 'Everyone who may see health notes in any of the member’s clubs can read it, and you.',
  admins: 'Only admins of this club can read it, and you.',
  welfare: 'Only welfare officers of this club can read it, and you. We record each time someone reads it.',
}
