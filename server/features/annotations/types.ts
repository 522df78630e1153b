import type { listAnnotations, listSharedAnnotations } from '../../../shared/api/annotations.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';

export type AnnotationQuery = EndpointParsed<typeof listAnnotations>['query'];

export type SharedQuery = EndpointParsed<typeof listSharedAnnotations>['query'];
