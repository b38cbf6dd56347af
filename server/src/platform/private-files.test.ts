import { contract } from '@honbu/contract/contract.ts'
import type { Endpoint } from '@honbu/contract/endpoint.ts'
import { photoAddress } from '@honbu/contract/photo-address.ts'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { signerOf } from './private-files.ts'

const sign = (address: string) => `${address}?signed`

describe('signerOf', () => {
  it('finds every photo of an answer: in lists, in parts that may be missing, in one of several forms', () => {
    const face = z.object({ photoUrl: z.nullable(photoAddress), url: z.string() })
    const output = z.object({
      data: z.array(z.object({ ...face.shape, others: z.optional(z.array(face)) })),
      one: z.union([face, z.object({ name: z.string() })]),
      byName: z.record(z.string(), photoAddress),
      photo: photoAddress,
    })
    const answer = {
      data: [
        { photoUrl: 'a', url: 'b', others: [{ photoUrl: 'c', url: 'd' }] },
        { photoUrl: null, url: 'e' },
      ],
      one: { photoUrl: 'f', url: 'g' },
      byName: { ann: 'h' },
      photo: 'i',
    }
    expect(signerOf(output)?.(answer, sign)).toEqual({
      data: [
        { photoUrl: 'a?signed', url: 'b', others: [{ photoUrl: 'c?signed', url: 'd' }] },
        { photoUrl: null, url: 'e' },
      ],
      one: { photoUrl: 'f?signed', url: 'g' },
      byName: { ann: 'h?signed' },
      photo: 'i?signed',
    })
    expect(signerOf(z.object({ name: z.string() }))).toBeNull()
  })

  it('finds a photo wherever the contract has a field of that name', () => {
    const withPhotos = Object.entries(contract as Record<string, Endpoint>).filter(([, { output }]) =>
      JSON.stringify(z.toJSONSchema(output, { unrepresentable: 'any' })).includes('"photoUrl"'),
    )
    expect(withPhotos.length).toBeGreaterThan(10)
    expect(withPhotos.filter(([, { output }]) => signerOf(output) === null).map(([name]) => name)).toEqual([])
  })
})
