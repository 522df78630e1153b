import type { Endpoint } from '../../endpoint.ts';
import * as collections from '../collections.ts';
import * as downloads from '../downloads.ts';
import { followedSeriesEndpoints } from '../followed-series.ts';
import { ratingEndpoints } from '../ratings.ts';
import * as readLists from '../read-lists.ts';
import * as smartLists from '../smart-lists.ts';
import * as wantToRead from '../want-to-read.ts';

/** Lists of series and books, and what people follow and rate. */
export const listsArea: readonly Endpoint[] = [
  collections.listCollections,
  collections.createCollection,
  collections.getCollection,
  collections.updateCollection,
  collections.deleteCollection,
  collections.getCollectionThumbnail,
  collections.chooseCollectionCover,
  collections.uploadCollectionCover,
  collections.resetCollectionCover,
  collections.listSeriesOfCollection,
  collections.addToCollection,
  collections.arrangeCollection,
  collections.removeFromCollection,
  readLists.listReadLists,
  readLists.createReadList,
  readLists.importReadList,
  readLists.getReadList,
  readLists.updateReadList,
  readLists.deleteReadList,
  readLists.getReadListThumbnail,
  readLists.chooseReadListCover,
  readLists.uploadReadListCover,
  readLists.resetReadListCover,
  readLists.exportReadList,
  downloads.getReadListFile,
  readLists.listBooksOfReadList,
  readLists.getReadListPlace,
  readLists.addToReadList,
  readLists.arrangeReadList,
  readLists.removeFromReadList,
  smartLists.listSmartLists,
  smartLists.createSmartList,
  smartLists.getSmartList,
  smartLists.replaceSmartList,
  smartLists.deleteSmartList,
  smartLists.listSeriesOfSmartList,
  smartLists.listBooksOfSmartList,
  wantToRead.listWanted,
  wantToRead.listWantedIds,
  wantToRead.addWanted,
  wantToRead.arrangeWanted,
  wantToRead.removeWanted,
  ...followedSeriesEndpoints,
  ...ratingEndpoints,
];
