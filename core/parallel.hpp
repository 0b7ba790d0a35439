<<<<<<< HEAD
// Sentences are independent: a range of them can be shared out over threads.
=======
>>>>>>> main
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
<<<<<<< HEAD
=======
#include <mutex>
>>>>>>> main
#include <thread>
#include <vector>

namespace crossarc {

<<<<<<< HEAD
// Calls work(begin, end) on pieces of [0, count) from up to `threads` threads. What each piece computes must not depend
// on which thread takes it.
template <class Work>
void parallel_over(std::size_t count, int threads, std::size_t piece, Work&& work) {
    const std::size_t pieces = (count + piece - 1) / piece;
    const std::size_t workers = std::min<std::size_t>(static_cast<std::size_t>(std::max(threads, 1)), pieces);
    if (workers <= 1) {
        work(std::size_t{0}, count);
        return;
    }
    std::atomic<std::size_t> next{0};
    std::vector<std::exception_ptr> errors(workers);
    std::vector<std::thread> pool;
    for (std::size_t k = 0; k < workers; ++k) {
        pool.emplace_back([&, k] {
            try {
                for (std::size_t p = next++; p < pieces; p = next++) {
                    work(p * piece, std::min(count, (p + 1) * piece));
                }
            } catch (...) {
                errors[k] = std::current_exception();
            }
        });
    }
    for (std::thread& thread : pool) thread.join();
    for (const std::exception_ptr& error : errors) {
        if (error) std::rethrow_exception(error);
    }
=======
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
    for (std::size_t helper = 0; helper < helpers; ++helper) pool.emplace_back(run);
    run();
    for (std::thread& thread : pool) thread.join();
    if (failure) std::rethrow_exception(failure);
>>>>>>> main
}

}  // namespace crossarc
