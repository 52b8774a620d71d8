import { NodeHttpExecutor } from 'builder-util/out/nodeHttpExecutor.js'
import { configureRequestOptions, configureRequestUrl, type DownloadOptions } from 'builder-util-runtime'

/** electron-updater's way to the network, by Node instead of Chromium; what is read is checked by the same code. */
export class NodeDownloads extends NodeHttpExecutor {
  download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    return options.cancellationToken.createPromise<string>((resolve, reject, onCancel) => {
      const request = { headers: options.headers ?? undefined }
      configureRequestUrl(url, request)
      configureRequestOptions(request)
      const callback = (error: Error | null) => (error ? reject(error) : resolve(destination))
      this.doDownload(request, { destination, options, onCancel, callback, responseHandler: null }, 0)
    })
  }
}
