import type { listAnnotations } from '../../../shared/api/annotations.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';

export type AnnotationQuery = EndpointParsed<typeof listAnnotations>['query'];
