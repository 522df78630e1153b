export interface ImageSize {
  width: number;
  height: number;
}
