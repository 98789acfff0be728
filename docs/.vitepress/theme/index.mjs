import DefaultTheme from 'vitepress/theme-without-fonts';
import Screenshot from './Screenshot.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('Screenshot', Screenshot);
  },
};
