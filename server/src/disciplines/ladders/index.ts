import { aikidoLadders } from './aikido.ts'
import type { Ladder } from './build.ts'
import { jiuJitsuLadders } from './jiu-jitsu.ts'
import { judoLadders } from './judo.ts'
import { karateLadders } from './karate.ts'
import { kickboxingLadders } from './kickboxing.ts'
import { kravMagaLadders } from './krav-maga.ts'
import { kungFuLadders } from './kung-fu.ts'
import { muayThaiLadders } from './muay-thai.ts'
import { taekwonDoLadders } from './taekwon-do.ts'
import { taiChiLadders } from './tai-chi.ts'

/** Every ready-made ladder, in the order in which they are offered. */
export const ladders: readonly Ladder[] = [
  ...judoLadders,
  ...karateLadders,
  ...taekwonDoLadders,
  ...jiuJitsuLadders,
  ...aikidoLadders,
  ...kickboxingLadders,
  ...kravMagaLadders,
  ...muayThaiLadders,
  ...kungFuLadders,
  ...taiChiLadders,
]
