import './before-start.ts'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './app/App.vue'
import { router } from './app/router.ts'
import './app/theme/base.css'

createApp(App).use(createPinia()).use(router).mount('#app')
