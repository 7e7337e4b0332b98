import DefaultTheme from 'vitepress/theme-without-fonts';
import './foyer.css';

export default DefaultTheme;
