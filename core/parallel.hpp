#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace crossarc {

// How many threads a request for `threads` means: 0 asks for one per core.
inline unsigned thread_count(int threads) {
    return threads > 0 ? static_cast<unsigned>(threads) : std::max(1u, std::thread::hardware_concurrency());
}

// Calls make_worker() once in each thread and the worker with every index below `count`, in chunks that threads
// take as they get free. A worker keeps what it wants to reuse from one index to the next. What is written must
// depend on the index alone, so that the result does not depend on the number of threads. The first exception
// stops the work and is thrown here.
template <typename MakeWorker>
void parallel_for(std::size_t count, int threads, std::size_t chunk, const MakeWorker& make_worker) {
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex failure_mutex;
    const auto run = [&] {
        try {
            auto worker = make_worker();
            for (std::size_t begin; (begin = next.fetch_add(chunk)) < count;)
                for (std::size_t index = begin; index < std::min(begin + chunk, count); ++index) worker(index);
        } catch (...) {
            const std::lock_guard lock(failure_mutex);
            if (!failure) failure = std::current_exception();
            next = count;
        }
    };
    const std::size_t chunks = (count + chunk - 1) / chunk;
    const std::size_t helpers = std::min<std::size_t>(thread_count(threads), std::max<std::size_t>(chunks, 1)) - 1;
    std::vector<std::thread> pool;
    pool.reserve(helpers);
    try {
        for (std::size_t helper = 0; helper < helpers; ++helper) pool.emplace_back(run);
    } catch (const std::system_error&) {
        // The system gives no more threads: those that there are do the work.
    }
    run();
    for (std::thread& thread : pool) thread.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace crossarc
