import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/people.ts'
import type { Sharp } from 'sharp'
import { deleteFileJob, fileAddress, keyIn, newKey } from '../platform/files.ts'
import { squarePicture } from '../platform/picture.ts'
import type { Write } from '../platform/route.ts'
import { placeOfMember } from './place.ts'

/** A photo has no version: who edits the person meanwhile is not disturbed by it. */
export async function savePhoto(write: Write, { id, image }: Input<typeof call.savePhoto>) {
  const key = newKey('photo', 'jpg')
  await write.files.put(key, await squarePicture(image, asJpeg), 'image/jpeg')
  const photoUrl = fileAddress(key)
  await putPhoto(write, id, photoUrl)
  return { photoUrl }
}

export async function removePhoto(write: Write, { id }: Input<typeof call.removePhoto>) {
  await putPhoto(write, id, null)
  return { memberId: id }
}

/** JPEG knows nothing transparent: white, not black, stands in for it. */
const asJpeg = (picture: Sharp) => picture.flatten({ background: '#fff' }).jpeg({ quality: 82, mozjpeg: true })

async function putPhoto({ tx, user, now, audit, enqueue }: Write, memberId: number, photoUrl: string | null) {
  const { id: personId, photo_url: before } = await tx
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select(['person.id', 'person.photo_url'])
    .where('member.id', '=', memberId)
    .forNoKeyUpdate('person')
    .executeTakeFirstOrThrow()
  await tx.updateTable('person').set({ photo_url: photoUrl }).where('id', '=', personId).execute()
  const replaced = keyIn(before)
  if (replaced) await enqueue(deleteFileJob, { key: replaced })
  const { clubId } = await placeOfMember(tx, { user, now }, memberId)
  const change = { before: { photo: before }, after: { photo: photoUrl } }
  audit({ clubId, memberId, subject: 'person_photo', subjectId: personId, ...change })
}
