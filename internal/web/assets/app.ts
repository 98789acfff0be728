// What the pages need in a browser. Everything works without it, more slowly.
import 'htmx.org';
import { placeMenus } from './ts/menu';
import { foldInPlace } from './ts/fold';
import { fitMonths } from './ts/months';
import { dropFiles } from './ts/drop';
import { copyCommands } from './ts/copy';
import { watchImports } from './ts/upload';

placeMenus();
foldInPlace();
fitMonths();
dropFiles();
copyCommands();
watchImports();
