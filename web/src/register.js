// 'attention-map/register': defines <attention-map>, once, where there are custom elements.
import { defineTag } from './elements/define.js';

defineTag();
