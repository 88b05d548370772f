import { parseObject } from '../jsonl/segments';
import type { Header, Session } from '../session/session';

/**
 * The header, where rules may speak of what stands in it: one without id (`missing-header`) or behind other records
 * (`header-not-first`) is to be mended first.
 */
export function judgedHeader({ header }: Session): Header | undefined {
  return header?.facts.id === undefined || header.entriesBefore > 0 ? undefined : header;
}

/** The JSON value of a header; undefined when its line is damaged. */
export function headerValue({ text }: Session, { line }: Header): Record<string, unknown> | undefined {
  return parseObject(text.line(line).replace(/^\ufeff+/, ''));
}
