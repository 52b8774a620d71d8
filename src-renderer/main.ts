import './before-start.ts'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from '#ui/app/App.vue'
import { router } from '#ui/app/router.ts'
import '#ui/app/theme/base.css'

createApp(App).use(createPinia()).use(router).mount('#app')
