import type { SessionDocument } from '../document';
import type { ImageShrinker } from '../images/shrinker';
import type { Fix } from '../types';
import { type FixAllOptions, type FixAllResult, fixAll, fixEdits, type ImageFix } from './fix-all';
import { shrinkImages } from './shrink-images';

/** What one image fix after the other needs. */
export interface ImageWork {
  readonly shrinker: ImageShrinker;
  readonly signal?: AbortSignal;
  /** Told before each image is shrunk; both count from 1. */
  readonly onImage?: (number: number, total: number) => void;
}

export interface FixAllWithImagesResult extends Omit<FixAllResult, 'toShrink'> {
  /** Images that stay as they are: 0-based line, and why. */
  readonly notShrunk: readonly { readonly line: number; readonly problem: string }[];
}

/**
 * As {@link fixAll}, and shrinks the images that are left then. An image that cannot be shrunk is reported and left.
 *
 * @throws the signal's reason when it is aborted.
 */
export async function fixAllWithImages(
  document: SessionDocument,
  options: FixAllOptions,
  work: ImageWork,
): Promise<FixAllWithImagesResult> {
  const first = fixAll(document, options);
  const { fixes, notShrunk } = await shrinkAll(first, work);
  if (fixes.size === 0) return { ...first, notShrunk };
  // Nothing but values of their own lines changes: lines stay where they are, and no fix meets another one.
  const shrunk = first.document.edit(fixEdits(first.document, [...fixes.keys()]));
  const rest = fixAll(shrunk, options);
  const applied = Array.from(fixes, ([{ title, safe }, { rule, line }]) => ({ rule, title, line, safe }));
  return {
    document: rest.document,
    applied: [...first.applied, ...applied, ...rest.applied],
    passes: first.passes + 1 + rest.passes,
    ...(rest.stopped && { stopped: rest.stopped }),
    notShrunk,
  };
}

async function shrinkAll({ document, toShrink }: FixAllResult, { shrinker, signal, onImage }: ImageWork) {
  const fixes = new Map<Fix, ImageFix>();
  const notShrunk: { line: number; problem: string }[] = [];
  for (const [index, one] of toShrink.entries()) {
    onImage?.(index + 1, toShrink.length);
    const made = await shrinkImages(document, one.fix, shrinker, signal);
    if ('problem' in made) notShrunk.push({ line: one.line, problem: made.problem });
    else fixes.set(made.fix, one);
  }
  return { fixes, notShrunk };
}
